import { alerts } from '../../shared/alerts.ts'
import { email } from '../fields/email.ts'
import { named, options, select } from '../fields/select.ts'
import { tel, text, textarea, url } from '../fields/text.ts'
import { defineForm } from '../form.ts'
import { fundsRaised, industries, teamSizes } from './choices.ts'

/** The studio's application: 15 questions (specification, section 3). */
export const startupStudio = defineForm({
  type: 'StartupStudio',
  path: '/startup-studio',
  anchor: 'apply',
  title: 'Startup Studio application',
  sheet: 'StartupStudio',
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
      intro: 'An idea and one person are enough to apply. Leave blank what doesn’t exist yet.',
      fields: {
        companyName: text('Company name', {
          required: false,
          limit: 200,
          hint: 'A working name is fine.',
          input: { autocomplete: 'organization' },
        }),
        website: url('Website', { required: false, hint: 'A landing page, an app store page or a demo link is fine.' }),
        industry: select('Industry', industries),
        stage: select(
          'Stage',
          options({
            idea: 'Idea',
            validation: 'Talking to possible customers',
            prototype: 'Prototype',
            mvp: 'Product in use, no revenue yet',
            revenue: 'First paying customers',
          }),
        ),
        teamSize: select('Team size', teamSizes, { required: false }),
        fundingRaised: select('Funding raised so far', fundsRaised, { required: false }),
      },
    },
    {
      title: 'The problem and your answer',
      readerTitle: 'The problem and their answer',
      fields: {
        problemStatement: textarea('Problem statement', {
          hint: 'Who has the problem, how often, and what does it cost them today?',
        }),
        solution: textarea('Solution', { hint: 'What will they do on the first day that they could not do the day before?' }),
        targetMarket: textarea('Target market', { rows: 3, hint: 'Who buys first, and how many of them are there?' }),
      },
    },
    {
      title: 'The six weeks',
      fields: {
        aiIntegration: textarea('AI integration', {
          hint: 'What should AI do in the product, and what data would it work on? “Not sure yet” is an answer.',
        }),
        timeline: select(
          'Timeline',
          named('As soon as possible', 'Within 1 month', 'In 1–3 months', 'In 3–6 months', 'No date in mind'),
          { required: false, hint: 'When could you start and give it six weeks?' },
        ),
        expectations: textarea('Expectations', {
          rows: 3,
          hint: 'Which result, six weeks on, would make it worth your time?',
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
      'We read every answer, and write to you {promise}.',
      'If there is a fit, our email has a link to book a call about the six weeks.',
    ],
  },
  messages: 'ours',
  onFailure: { kind: 'stay', alert: alerts.application },
  duplicates: 'while_pending',
  confirmation: true,
})
