import { email } from '../fields/email.ts'
import { options, select } from '../fields/select.ts'
import { tel, text, textarea } from '../fields/text.ts'
import { defineForm } from '../form.ts'

/**
 * An investor's interest: 19 questions (specification, section 3). Its labels make the eight messages of section 5: "Investor name is required",
 * "Organization name is required", "Email is required", "Investor type is required", "Investment range is required",
 * "Preferred investment stage is required", "Industry focus is required", "Investment criteria is required".
 */
export const investor = defineForm({
  type: 'Investor',
  path: '/investors',
  anchor: 'interest',
  title: 'Investor interest',
  sheet: 'Investors',
  sections: [
    {
      title: 'You',
      readerTitle: 'Investor',
      fields: {
        investorName: text('Investor name', { limit: 200, input: { autocomplete: 'name' } }),
        organizationName: text('Organization name', {
          limit: 200,
          hint: 'Your own name if you invest for yourself.',
          input: { autocomplete: 'organization' },
        }),
        email: email('Email'),
        phoneNumber: tel('Phone number', { required: false }),
        investorType: select(
          'Investor type',
          options({
            angel: 'Angel investor',
            vc: 'Venture capital fund',
            pe: 'Private equity fund',
            'family-office': 'Family office',
            corporate: 'Corporate investor',
            government: 'Government fund',
            other: 'Other',
          }),
        ),
      },
    },
    {
      title: 'What you invest in',
      readerTitle: 'What they invest in',
      fields: {
        investmentRange: select(
          'Investment range',
          options({
            '100k-500k': '$100K-$500K',
            '500k-1m': '$500K-$1M',
            '1m-5m': '$1M-$5M',
            '5m-10m': '$5M-$10M',
            '10m+': '$10M+',
          }),
          { hint: 'For one company, in US dollars. Below $100K? Choose the first, and say so at the end.' },
        ),
        preferredStage: select(
          'Preferred investment stage',
          options({
            'pre-seed': 'Pre-Seed',
            seed: 'Seed',
            'series-a': 'Series A',
            'series-b': 'Series B',
            growth: 'Growth',
            any: 'Any stage',
          }),
        ),
        industryFocus: text('Industry focus', { hint: '“HealthTech and AI in manufacturing”, or “any”.' }),
        geographicFocus: select(
          'Geographic focus',
          options({
            'tamil-nadu': 'Tamil Nadu',
            'south-india': 'South India',
            india: 'All of India',
            'south-east-asia': 'India and South-East Asia',
            global: 'Anywhere',
          }),
          { required: false },
        ),
        investmentCriteria: textarea('Investment criteria', {
          hint: 'What must be true of a company before you take the second meeting?',
        }),
        timelineToInvest: select(
          'Timeline to invest',
          options({
            immediate: 'Immediately (0-3 months)',
            short: 'Short term (3-6 months)',
            medium: 'Medium term (6-12 months)',
            long: 'Long term (12+ months)',
            exploring: 'Just exploring',
          }),
          { required: false },
        ),
      },
    },
    {
      title: 'How you work',
      readerTitle: 'How they work',
      intro: 'Leave out what you’d rather say in person.',
      fields: {
        currentPortfolioSize: select(
          'Current portfolio size',
          options({
            '1-5': '1-5 companies',
            '6-15': '6-15 companies',
            '16-30': '16-30 companies',
            '31-50': '31-50 companies',
            '50+': 'More than 50 companies',
            new: 'New investor, none yet',
          }),
          { required: false },
        ),
        recentInvestments: textarea('Recent investments', { rows: 2, required: false, hint: 'The ones you can talk about.' }),
        valueAddServices: textarea('Value-add services', {
          rows: 2,
          required: false,
          hint: 'What founders get from you besides money.',
        }),
        dueDiligenceProcess: textarea('Due diligence process', {
          rows: 3,
          required: false,
          hint: 'The steps, how long they take, and what you ask founders to prepare.',
        }),
        followOnCapacity: select(
          'Follow-on capacity',
          options({
            none: 'First cheques only',
            'case-by-case': 'Case by case',
            reserved: 'Funds kept aside for later rounds',
            'lead-later': 'Able to lead later rounds',
          }),
          { required: false },
        ),
        boardParticipation: select(
          'Board participation',
          options({
            'yes-active': 'Yes, as an active member',
            'yes-observer': 'Yes, as an observer',
            'case-by-case': 'Case by case',
            no: 'No',
          }),
          { required: false },
        ),
        exitStrategy: select(
          'Exit strategy',
          options({ ipo: 'IPO', acquisition: 'Acquisition', both: 'IPO or acquisition', flexible: 'Flexible' }),
          { required: false },
        ),
        additionalComments: textarea('Additional comments', { rows: 3, required: false }),
      },
    },
  ],
  applicant: { name: ['investorName'], email: 'email', company: 'organizationName' },
  texts: {
    submit: 'Submit interest',
    submitting: 'Submitting...',
    success: 'Interest Submitted Successfully!',
    again: 'Submit Another Interest',
    next: [
      'We compare what you look for with what our founders build.',
      'We write to you {promise}.',
      'If there is a match, you get a short list, and we introduce you to the founders you choose.',
    ],
  },
  messages: 'ours',
  onFailure: { kind: 'deliver_later' },
  duplicates: 'within_a_day',
  confirmation: false,
})
