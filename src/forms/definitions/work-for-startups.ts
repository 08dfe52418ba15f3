import { email } from '../fields/email.ts'
import { file } from '../fields/file.ts'
import { named, options, select } from '../fields/select.ts'
import { tel, text, textarea } from '../fields/text.ts'
import { defineForm } from '../form.ts'

/** The internship application: 14 questions, one of them a file (specification, section 3). */
export const workForStartups = defineForm({
  type: 'WorkForStartups',
  path: '/work-for-startups',
  anchor: 'work-form',
  title: 'Internship application',
  sheet: 'WorkForStartups',
  sections: [
    {
      title: 'You',
      readerTitle: 'Applicant',
      fields: {
        firstName: text('First name', { limit: 100, input: { autocomplete: 'given-name' } }),
        lastName: text('Last name', { limit: 100, hint: 'An initial is fine.', input: { autocomplete: 'family-name' } }),
        email: email('Email', { hint: 'One that still works after you graduate.' }),
        phone: tel('Phone'),
      },
    },
    {
      title: 'Your studies',
      readerTitle: 'Studies',
      fields: {
        university: text('University', { limit: 300, hint: 'Or college.' }),
        major: text('Major', { limit: 300, hint: 'Degree and subject: “B.E. Computer Science”.' }),
        graduationYear: select('Graduation year', named('2024', '2025', '2026', '2027', '2028')),
      },
    },
    {
      title: 'The internship',
      intro: 'Internships last 3-6 months. Three is the minimum.',
      fields: {
        position: select(
          'Position',
          options({
            'software-development': 'Software Development',
            'product-management': 'Product Management',
            'marketing-growth': 'Marketing & Growth',
            'design-ux': 'Design & UX',
            'business-development': 'Business Development',
            'data-analytics': 'Data & Analytics',
            other: 'Other',
          }),
        ),
        availability: select(
          'Availability',
          options({
            'full-time': 'Full-time (40 hours/week)',
            'part-time': 'Part-time (20-30 hours/week)',
            flexible: 'Flexible',
          }),
        ),
        motivation: textarea('Motivation', { hint: 'Why a startup rather than a large company, and why now?' }),
      },
    },
    {
      title: 'What you bring',
      readerTitle: 'What they bring',
      fields: {
        skills: textarea('Skills', { rows: 3, hint: 'Name what you have used for something real, and what that was.' }),
        experience: textarea('Experience', {
          rows: 3,
          required: false,
          hint: 'Jobs, projects, a club you ran, a shop you helped in. No experience is no obstacle.',
        }),
        portfolio: text('Portfolio', {
          required: false,
          limit: 2_048,
          hint: 'A link to code, designs or writing.',
          input: { inputMode: 'url' },
        }),
        resume: file('Resume', { accept: ['.pdf', '.doc', '.docx'], maxMB: 5, hint: 'PDF, DOC or DOCX, max 5MB.' }),
      },
    },
  ],
  applicant: { name: ['firstName', 'lastName'], email: 'email' },
  texts: {
    submit: 'Submit application',
    submitting: 'Submitting Application...',
    success: 'Application Submitted Successfully!',
    again: 'Submit Another Application',
    next: [
      'We read your application and your resume.',
      'We write to you {promise}.',
      'If a startup has a place that suits you, we introduce you to its founders for a conversation.',
    ],
  },
  messages: 'browser',
  onFailure: { kind: 'deliver_later' },
  duplicates: 'within_a_day',
  confirmation: false,
  ipGoesTo: 'motivation',
})
