import { answers, forms } from '../tests/support/answers.ts'
import { numberMark, request } from './load.ts'

const sentence = 'A loom that counts its own threads, and a ledger that the weaver can read at home. '

/** Answers to every question of the accelerator form, with marks that each sending replaces with the number of another applicant. */
export function numberedAnswers(): Readonly<Record<string, unknown>> {
  const long = Object.entries(forms.Accelerator.fields).filter(([, { kind }]) => kind === 'textarea')
  return answers('Accelerator', {
    ...Object.fromEntries(long.map(([name]) => [name, sentence.repeat(3)])),
    founderName: `Applicant ${numberMark}`,
    companyName: `Company ${numberMark}`,
    email: `applicant${numberMark}@people.example`,
  })
}

const key = { 'Idempotency-Key': `bench-${numberMark}`, Accept: 'application/json' }

/** The request that submits an accelerator application as JSON, about 2.3 KB. */
export const jsonSubmission = (): readonly Uint8Array[] =>
  request(
    'POST',
    '/api/submit-application',
    { 'Content-Type': 'application/json', ...key },
    JSON.stringify({ formType: 'Accelerator', ...numberedAnswers() }),
  )
