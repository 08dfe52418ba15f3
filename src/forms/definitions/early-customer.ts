import { email } from '../fields/email.ts'
import { multiselect } from '../fields/multiselect.ts'
import { named, options, radio, select } from '../fields/select.ts'
import { tel, text, textarea } from '../fields/text.ts'
import { defineForm } from '../form.ts'

const enterprise = { field: 'customerType', is: 'enterprise' } as const

/** The application of those who want to use what startups build: 15 questions, four of them for enterprises only (section 3). */
export const earlyCustomer = defineForm({
  type: 'EarlyCustomer',
  path: '/become-early-customer',
  anchor: 'customer-form',
  title: 'Early customer application',
  sheet: 'EarlyCustomer',
  sections: [
    {
      title: 'You',
      readerTitle: 'Customer',
      fields: {
        customerType: radio('Customer type', options({ individual: 'Individual', enterprise: 'Enterprise' })),
        firstName: text('First name', { limit: 100, input: { autocomplete: 'given-name' } }),
        lastName: text('Last name', { limit: 100, hint: 'An initial is fine.', input: { autocomplete: 'family-name' } }),
        email: email('Email', { hint: 'Startups we match you with will write here.' }),
        phone: tel('Phone', { required: false }),
      },
    },
    {
      title: 'Your company',
      readerTitle: 'Company',
      fields: {
        company: text('Company name', {
          required: enterprise,
          shown: enterprise,
          limit: 200,
          input: { autocomplete: 'organization' },
        }),
        jobTitle: text('Job title', {
          required: enterprise,
          shown: enterprise,
          limit: 200,
          input: { autocomplete: 'organization-title' },
        }),
        industry: select(
          'Industry',
          options({
            technology: 'Technology',
            finance: 'Finance',
            healthcare: 'Healthcare',
            education: 'Education',
            retail: 'Retail',
            manufacturing: 'Manufacturing',
            consulting: 'Consulting',
            other: 'Other',
          }),
          { required: 'labelled', shown: enterprise },
        ),
        companySize: select('Company size', named('1-10', '11-50', '51-200', '201-1000', '1000+'), {
          required: 'labelled',
          shown: enterprise,
          hint: 'People employed.',
        }),
      },
    },
    {
      title: 'What you are looking for',
      readerTitle: 'What they look for',
      fields: {
        interests: multiselect(
          'Areas of interest',
          named(
            'FinTech Solutions',
            'HealthTech Innovations',
            'EdTech Platforms',
            'Enterprise SaaS',
            'E-commerce & Retail',
            'AI & Machine Learning',
            'IoT & Hardware',
            'Cybersecurity',
            'Green Technology',
            'Other',
          ),
          { required: 'labelled', hint: 'As many as you like.' },
        ),
        specificNeeds: textarea('Specific needs', {
          hint: 'What takes you or your team too long today? An ordinary week is a good place to look.',
        }),
        budget: select(
          'Budget',
          options({
            'under-1k': 'Under $1K',
            '1k-5k': '$1K-$5K',
            '5k-25k': '$5K-$25K',
            '25k-100k': '$25K-$100K',
            '100k+': '$100K+',
            flexible: 'Flexible',
          }),
          { required: false, hint: 'For a year, in US dollars.' },
        ),
        timeline: select(
          'Timeline',
          options({
            immediate: 'Immediately (within 1 month)',
            'short-term': 'Short term (1-3 months)',
            'medium-term': 'Medium term (3-6 months)',
            'long-term': 'Long term (6+ months)',
            exploring: 'Just exploring',
          }),
          { required: false },
        ),
      },
    },
    {
      title: 'Anything else',
      fields: {
        experience: textarea('Experience', {
          rows: 3,
          required: false,
          hint: 'Have you tried a young product before? What went well, what did not?',
        }),
        additionalInfo: textarea('Additional information', { rows: 2, required: false }),
      },
    },
  ],
  applicant: { name: ['firstName', 'lastName'], email: 'email', company: 'company' },
  texts: {
    submit: 'Submit application',
    submitting: 'Submitting Application...',
    success: 'Application Submitted Successfully!',
    again: 'Submit Another Application',
    next: [
      'We look for startups in our portfolio that work on what you need.',
      'We write to you {promise} with those that fit, or tell you that there is none yet.',
      'You meet the founders, and try the product before others can.',
    ],
  },
  messages: 'browser',
  onFailure: { kind: 'deliver_later' },
  duplicates: 'within_a_day',
  confirmation: false,
})
