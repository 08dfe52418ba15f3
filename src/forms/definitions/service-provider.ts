import { email } from '../fields/email.ts'
import { named, options, select } from '../fields/select.ts'
import { tel, text, textarea, url } from '../fields/text.ts'
import { defineForm } from '../form.ts'

/** The application of those who want to work for the portfolio's startups: 18 questions (specification, section 3). */
export const serviceProvider = defineForm({
  type: 'ServiceProvider',
  path: '/service-provider',
  anchor: 'provider',
  title: 'Service provider application',
  sheet: 'ServiceProvider',
  sections: [
    {
      title: 'You',
      readerTitle: 'Contact person',
      fields: {
        contactName: text('Contact name', { limit: 200, input: { autocomplete: 'name' } }),
        title: text('Title', { limit: 200, hint: 'Your role in the company.', input: { autocomplete: 'organization-title' } }),
        email: email('Email'),
        phone: tel('Phone'),
      },
    },
    {
      title: 'Your company',
      readerTitle: 'Company',
      fields: {
        companyName: text('Company name', {
          limit: 200,
          hint: 'Your own name if you work by yourself.',
          input: { autocomplete: 'organization' },
        }),
        website: url('Website', { required: false, input: { type: 'url' } }),
        location: text('Location', {
          limit: 200,
          hint: 'City and state, or country.',
          input: { autocomplete: 'address-level2' },
        }),
        companySize: select('Company size', named('1-5', '6-20', '21-50', '51-200', '200+'), { hint: 'People, you included.' }),
        experience: select(
          'Experience',
          options({ '1-2': '1-2 years', '3-5': '3-5 years', '6-10': '6-10 years', '10+': 'More than 10 years' }),
          { hint: 'How long you have offered this service.' },
        ),
      },
    },
    {
      title: 'What you offer',
      readerTitle: 'What they offer',
      fields: {
        serviceType: select(
          'Service type',
          options({
            legal: 'Legal',
            accounting: 'Accounting and tax',
            marketing: 'Marketing',
            technology: 'Technology',
            design: 'Design',
            consulting: 'Consulting',
            hr: 'Hiring and HR',
            other: 'Other',
          }),
        ),
        servicesOffered: textarea('Services offered', { hint: 'What exactly would a startup get, and in what time?' }),
        targetStartups: select(
          'Target startups',
          options({
            idea: 'Idea stage',
            mvp: 'MVP stage',
            early: 'Early stage',
            growth: 'Growth stage',
            all: 'All stages',
          }),
          { hint: 'The stage at which you help best.' },
        ),
        pricingModel: select(
          'Pricing model',
          options({
            hourly: 'By the hour',
            project: 'By the project',
            retainer: 'Monthly retainer',
            equity: 'For equity',
            hybrid: 'A mix of these',
          }),
        ),
        availability: select(
          'Availability',
          options({ immediate: 'Immediately', '1-2weeks': 'In 1-2 weeks', '1month': 'In 1 month', '2-3months': 'In 2-3 months' }),
        ),
      },
    },
    {
      title: 'Why you',
      readerTitle: 'Why them',
      fields: {
        expertise: textarea('Expertise', { hint: 'What do you know about young companies that others in your field don’t?' }),
        portfolio: textarea('Portfolio', {
          rows: 2,
          required: false,
          hint: 'Links or a few lines about work you can show.',
        }),
        motivation: textarea('Motivation', { rows: 3, hint: 'Why startups, when larger clients pay more?' }),
        expectations: textarea('Expectations', { rows: 2, required: false, hint: 'What would you like from us in return?' }),
      },
    },
  ],
  applicant: { name: ['contactName'], email: 'email', company: 'companyName' },
  texts: {
    submit: 'Submit application',
    submitting: 'Submitting Application...',
    success: 'Application Submitted Successfully!',
    again: 'Submit Another Application',
    next: [
      'We compare your application with what our startups ask for now.',
      'We reply {promise}.',
      'If there is a match, we introduce you to one startup first, and see how it goes.',
    ],
  },
  messages: 'browser',
  onFailure: { kind: 'deliver_later' },
  duplicates: 'within_a_day',
  confirmation: false,
  keepsAnswers: true,
  ipGoesTo: 'expectations',
})
