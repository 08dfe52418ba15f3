import { alerts } from '../../shared/alerts.ts'
import { email } from '../fields/email.ts'
import { named, options, select } from '../fields/select.ts'
import { tel, text, textarea, url } from '../fields/text.ts'
import { defineForm } from '../form.ts'
import { businessModels, fundsRaised, industries, monthlyRevenues, teamSizes } from './choices.ts'

/** The application for help with a round: 19 questions (specification, section 3). */
export const fundRaise = defineForm({
  type: 'FundRaise',
  path: '/fund-raise',
  anchor: 'apply',
  title: 'Fund Raise application',
  sheet: 'FundRaise',
  sections: [
    {
      title: 'You',
      readerTitle: 'Applicant',
      fields: {
        founderName: text('Founder name', { limit: 200, input: { autocomplete: 'name' } }),
        email: email('Email', { hint: 'Our answer goes to this address.' }),
        phone: tel('Phone', { hint: 'With the country code if it isn’t +91.' }),
      },
    },
    {
      title: 'Your company',
      readerTitle: 'Company',
      intro: 'Write it as you would say it to an investor over coffee. The deck comes later.',
      fields: {
        companyName: text('Company name', { limit: 200, input: { autocomplete: 'organization' } }),
        website: url('Website', { hint: 'What an investor would open first: a site, an app store page, a demo.' }),
        industry: select('Industry', industries),
        businessModel: select('Business model', businessModels),
        teamSize: select('Team size', teamSizes),
        businessDescription: textarea('Business description', {
          hint: 'What do you sell, who buys it, and why do they pay? One paragraph.',
        }),
      },
    },
    {
      title: 'Market and traction',
      fields: {
        currentRevenue: select('Current monthly revenue', monthlyRevenues, { required: false }),
        traction: textarea('Traction', {
          hint: 'Customers, revenue, growth, pilots, letters of intent. Numbers with dates are best.',
        }),
        marketSize: textarea('Market size', {
          rows: 3,
          hint: 'Bottom-up: customers × what each pays a year.',
        }),
        competition: textarea('Competition', {
          rows: 3,
          required: false,
          hint: 'Who do customers choose instead of you? “Nothing” counts.',
        }),
      },
    },
    {
      title: 'The round',
      fields: {
        previousFunding: select('Previous funding', fundsRaised, {
          required: false,
          hint: 'From friends, grants, angels and funds together.',
        }),
        fundingStage: select(
          'Funding stage',
          options({
            'pre-seed': 'Pre-Seed ($50K-$500K)',
            seed: 'Seed ($500K-$2M)',
            'series-a': 'Series A ($2M-$15M)',
            'series-b': 'Series B+ ($15M+)',
          }),
        ),
        amountSeeking: text('Amount you are seeking', {
          limit: 200,
          hint: 'In rupees or dollars: “₹4 crore”, “$500K”.',
        }),
        useOfFunds: textarea('Use of funds', { hint: 'What will the money buy, and what will be true when it’s spent?' }),
        timeline: select('Timeline', named('Within 1 month', 'In 1–3 months', 'In 3–6 months', 'Later than 6 months'), {
          hint: 'When must the money be in the bank?',
        }),
        investorPreference: textarea('Investor preference', {
          rows: 2,
          required: false,
          hint: 'Angels, funds, a corporate, a place, a sector, someone you hope to meet.',
        }),
      },
    },
  ],
  applicant: { name: ['founderName'], email: 'email', company: 'companyName' },
  texts: {
    submit: 'Submit application',
    submitting: 'Submitting Application...',
    success: 'Application Submitted Successfully!',
    again: 'Submit Another Application',
    next: [
      'A confirmation is on its way to your email, with the link to your own page.',
      'We compare it with what our investors look for, and write to you {promise}.',
      'If we can help with this round, our email has a link to book a call. Have your deck and your numbers ready.',
    ],
  },
  messages: 'ours',
  onFailure: { kind: 'stay', alert: alerts.application },
  duplicates: 'while_pending',
  confirmation: true,
})
