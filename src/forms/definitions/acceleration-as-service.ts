import { email } from '../fields/email.ts'
import { named, options, select } from '../fields/select.ts'
import { tel, text, textarea, url } from '../fields/text.ts'
import { defineForm } from '../form.ts'

/** An institution's inquiry about a programme run with us: 21 questions (specification, section 3). */
export const accelerationAsService = defineForm({
  type: 'AccelerationAsService',
  path: '/acceleration-as-service',
  anchor: 'partner',
  title: 'Partnership inquiry',
  sheet: 'AccelerationAsService',
  sections: [
    {
      title: 'You',
      readerTitle: 'Contact person',
      fields: {
        contactName: text('Contact name', { limit: 200, input: { autocomplete: 'name' } }),
        title: text('Title', {
          limit: 200,
          hint: 'Your role in the organization.',
          input: { autocomplete: 'organization-title' },
        }),
        email: email('Email'),
        phone: tel('Phone', { hint: 'We call this number for the discovery call.' }),
      },
    },
    {
      title: 'Your organization',
      readerTitle: 'Organization',
      fields: {
        organizationName: text('Organization name', { limit: 200, input: { autocomplete: 'organization' } }),
        website: url('Website'),
        organizationType: select(
          'Organization type',
          options({
            incubator: 'Incubator or accelerator',
            university: 'University or college',
            investor: 'Investor',
            corporate: 'Corporate',
            government: 'Government body',
            nonprofit: 'Foundation or non-profit',
            other: 'Other',
          }),
        ),
        location: text('Location', {
          limit: 200,
          hint: 'City and state, or country.',
          input: { autocomplete: 'address-level2' },
        }),
        organizationSize: select('Organization size', named('1–10', '11–50', '51–200', '201–1,000', 'More than 1,000'), {
          required: false,
          hint: 'People employed.',
        }),
        portfolioSize: select('Portfolio size', named('None yet', '1–10', '11–25', '26–50', 'More than 50'), {
          required: false,
          hint: 'Startups you support now.',
        }),
        currentPrograms: textarea('Current programs', {
          rows: 3,
          hint: 'What do you run for startups today, and for how many? “None yet” is an answer.',
        }),
      },
    },
    {
      title: 'The programme you have in mind',
      readerTitle: 'The programme they have in mind',
      intro: 'Choose what comes closest. The discovery call is for the rest.',
      fields: {
        partnershipType: select(
          'Partnership type',
          options({
            'new-program': 'Start a new programme with us',
            'run-existing': 'Have us run an existing programme',
            'co-brand': 'A programme under both names',
            curriculum: 'Curriculum and mentors for a programme of ours',
            'corporate-innovation': 'Corporate innovation with startups',
            other: 'Something else',
          }),
          { hint: 'What you want from us.' },
        ),
        serviceModel: select(
          'Service model',
          options({
            full: 'Full Program Management',
            licensing: 'Curriculum Licensing',
            hybrid: 'Hybrid',
            undecided: 'Not sure yet',
          }),
          { hint: 'Who runs it: we, you with our materials, or both.' },
        ),
        targetStartups: select(
          'Target startups',
          options({
            student: 'Student founders',
            idea: 'Idea stage',
            mvp: 'Product in use, no revenue yet',
            early: 'First paying customers',
            growth: 'Growing',
            mixed: 'A mix of stages',
          }),
        ),
        programDuration: select('Programme duration', named('6 weeks', '3 months', '6 months', '12 months', 'Not sure yet'), {
          required: false,
        }),
        budget: select(
          'Budget',
          named('Below ₹10 lakh', '₹10–25 lakh', '₹25–50 lakh', '₹50 lakh–1 crore', 'Above ₹1 crore', 'Not decided'),
          {
            required: false,
            hint: 'For one run of the programme.',
          },
        ),
        timeline: select('Timeline', named('Within 1 month', 'In 1–3 months', 'In 3–6 months', 'In 6–12 months', 'Exploring'), {
          hint: 'When should the first cohort begin?',
        }),
      },
    },
    {
      title: 'What it is for',
      fields: {
        objectives: textarea('Objectives', {
          hint: 'What should be different for your founders, and for you, after the first run?',
        }),
        challenges: textarea('Challenges', { rows: 3, hint: 'What has kept this from happening so far?' }),
        additionalServices: textarea('Additional services', {
          rows: 2,
          required: false,
          hint: 'Demo days, mentor training, fund set-up, anything around the programme.',
        }),
        expectations: textarea('Expectations', {
          rows: 3,
          hint: 'What would make you call this a good partnership a year from now?',
        }),
      },
    },
  ],
  applicant: { name: ['contactName'], email: 'email', company: 'organizationName' },
  texts: {
    submit: 'Submit inquiry',
    submitting: 'Submitting Partnership Inquiry...',
    success: 'Application Submitted Successfully!',
    again: 'Submit Another Inquiry',
    next: [
      'Someone who runs our programmes reads your inquiry.',
      'We write or call {promise} to set up a discovery call.',
      'After the call you get an outline: model, people, dates and cost.',
    ],
  },
  messages: 'browser',
  onFailure: { kind: 'deliver_later' },
  duplicates: 'within_a_day',
  confirmation: false,
  ipGoesTo: 'expectations',
})
