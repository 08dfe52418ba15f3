import { alerts } from '../../shared/alerts.ts'
import { email } from '../fields/email.ts'
import { options, select } from '../fields/select.ts'
import { tel, text, textarea, url } from '../fields/text.ts'
import { defineForm } from '../form.ts'
import { businessModels, type Choices, fundsRaised, industries, monthlyRevenues, teamSizes } from './choices.ts'

/** The accelerator's application: 22 questions (specification, section 3). */
export const accelerator = ({ cohorts }: Choices) =>
  defineForm({
    type: 'Accelerator',
    path: '/accelerator',
    anchor: 'apply',
    title: 'Accelerator application',
    sheet: 'Accelerator',
    sections: [
      {
        title: 'You',
        readerTitle: 'Applicant',
        fields: {
          founderName: text('Founder name', { limit: 200, input: { autocomplete: 'name' } }),
          coFounderName: text('Co-founder name', { required: false, limit: 200, hint: 'If there are several, list them all.' }),
          email: email('Email', { hint: 'Our decision goes to this address.' }),
          phone: tel('Phone'),
        },
      },
      {
        title: 'Your company',
        readerTitle: 'Company',
        intro: 'Plain words beat polished ones. We read every answer ourselves.',
        fields: {
          companyName: text('Company name', {
            limit: 200,
            hint: 'A working name is fine if you haven’t incorporated.',
            input: { autocomplete: 'organization' },
          }),
          website: url('Website', { hint: 'A landing page, a demo or a deck is fine.' }),
          industry: select('Industry', industries),
          businessModel: select('Business model', businessModels),
          teamSize: select('Team size', teamSizes),
          businessDescription: textarea('Business description', {
            hint: 'What does your company do? One paragraph a neighbour would understand.',
          }),
        },
      },
      {
        title: 'Problem and market',
        fields: {
          problemSolution: textarea('Problem and solution', {
            hint: 'Whose problem is it, how do they cope today, and what do you change?',
          }),
          targetMarket: textarea('Target market', { rows: 3, hint: 'Who buys first, and how many of them are there?' }),
          competition: textarea('Competition', {
            rows: 3,
            required: false,
            hint: 'Who do customers choose instead of you? “Nothing” counts.',
          }),
        },
      },
      {
        title: 'Traction',
        fields: {
          currentStage: select(
            'Current stage',
            options({
              idea: 'Idea',
              prototype: 'Prototype',
              mvp: 'Product in use, no revenue yet',
              'early-revenue': 'First paying customers',
              growth: 'Revenue that grows every month',
              scaling: 'Scaling',
            }),
            { hint: 'Idea or prototype? See the Startup Studio.' },
          ),
          monthlyRevenue: select('Monthly revenue', monthlyRevenues),
          fundingRaised: select('Funding raised so far', fundsRaised, { required: false }),
          customerBase: textarea('Customer base', {
            rows: 3,
            hint: 'How many use it, how many pay, and how did they find you? “None yet” is an answer.',
          }),
        },
      },
      {
        title: 'What you need from us',
        readerTitle: 'What they ask for',
        fields: {
          growthChallenges: textarea('Growth challenges', { hint: 'What stands between you and twice the customers?' }),
          mentorshipNeeds: textarea('Mentorship needs', {
            rows: 3,
            hint: 'The one conversation that would help most this month.',
          }),
          cohortPreference: select('Cohort preference', cohorts),
          commitmentLevel: select(
            'Commitment level',
            options({
              'full-time': 'All founders full-time',
              'full-time-soon': 'Full-time if accepted',
              'part-time': 'Part-time for now',
            }),
          ),
          expectations: textarea('Expectations', {
            rows: 3,
            hint: 'Which result, six months on, would make it worth your time?',
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
        'We read every answer, and write to you {promise} about the review and the next steps.',
        'If we’d like to hear more, our email has a link to book a call.',
      ],
    },
    messages: 'browser',
    onFailure: { kind: 'stay', alert: alerts.application },
    duplicates: 'while_pending',
    confirmation: true,
    ipGoesTo: 'expectations',
  })
