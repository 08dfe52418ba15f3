import type { FormType } from '../src/shared/form-types.ts'
import { answers, forms } from '../tests/support/answers.ts'
import { numberMark, request } from './load.ts'

const sentence = 'A loom that counts its own threads, and a ledger that the weaver can read at home. '

/** Answers to every question of a form, with marks that each sending replaces with the number of another applicant. */
function numberedAnswers(type: FormType): Readonly<Record<string, unknown>> {
  const long = Object.entries(forms[type].fields).filter(([, { kind }]) => kind === 'textarea')
  return answers(type, {
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
    { body: JSON.stringify({ formType: 'Accelerator', ...numberedAnswers('Accelerator') }) },
  )

/** The request that submits an internship application with a resume of `bytes` bytes, as a browser sends the form. */
export function uploadSubmission(bytes: number): readonly Uint8Array[] {
  const boundary = 'kolam-bench-boundary'
  const { companyName: _, founderName: __, ...fields } = numberedAnswers('WorkForStartups')
  const entries = Object.entries({ formType: 'WorkForStartups', ...fields }).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  )
  const resume = `--${boundary}\r\nContent-Disposition: form-data; name="resume"; filename="resume.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
  const file = new Uint8Array(bytes).fill(32)
  file.set(new TextEncoder().encode('%PDF-1.7\n'))
  return request(
    'POST',
    '/api/submit-application',
    { 'Content-Type': `multipart/form-data; boundary=${boundary}`, ...key },
    { body: entries.join('') + resume, file, after: `\r\n--${boundary}--\r\n` },
  )
}
