import { paths } from '../../../api/paths.ts'
import { type Application, initialState } from '../../../applications/application.ts'
import { type Inserted, type Letter, letters } from '../../../applications/outbox.ts'
import { type Answers, type Field, type Form, type Forms, inOrder } from '../../../forms/form.ts'
import { applicant } from '../../../forms/views/applicant.ts'
import { after, day, minute } from '../../../shared/dates.ts'
import { formTypes } from '../../../shared/form-types.ts'
import type { Message } from '../port.ts'
import { composeLetter, composeLinks, composeNewBrowser, composePasscode, type LetterSettings } from './compose.ts'

/** Sample names by the name of a field. The first match counts. */
const names: readonly (readonly [RegExp, string])[] = [
  [/(company|organi[sz]ation).{0,20}name/i, 'Palai Foods'],
  [/^firstName$/, 'Nila'],
  [/^lastName$/, 'Raman'],
  [/co-?founder.{0,20}name/i, 'Kabir Das'],
  [/name/i, 'Nila Raman'],
]

/** A sample answer to a field. */
function example(name: string, field: Field): unknown {
  const [option] = field.options ?? []
  switch (field.kind) {
    case 'email':
      return 'nila@example.com'
    case 'tel':
      return '+91 98400 00000'
    case 'url':
      return 'https://palai.example'
    case 'select':
    case 'radio':
      return option?.value ?? ''
    case 'multiselect':
      return (field.options ?? []).slice(0, 2).map(({ value }) => value)
    case 'file':
      return { name: 'nila-raman.pdf', size: 180_000, type: 'application/pdf' }
    case 'textarea':
      return `What an applicant answers to “${field.label}”.\n\nIt may have several paragraphs, and they stay apart.`
    case 'text':
      return names.find(([which]) => which.test(name))?.[1] ?? `An answer to “${field.label}”`
  }
}

/** Sample insertions, which some letters need. */
export const insertedIn = (letter: Letter, now: Date): Inserted => {
  if (letter === 'correction') return { sentence: 'Your sentence about the change is shown here.' }
  if (letter === 'request' || letter === 'request_reminder') return { sentence: 'Your request is shown here.' }
  if (letter.startsWith('meeting')) {
    const [at, since] = [after(now, 3 * day).toISOString(), now.toISOString()]
    return { meeting: { at, since, minutes: 45, location: 'https://video.example/room', sequence: 1 } }
  }
  return letter === 'delay' ? { until: after(now, 3 * day).toISOString() } : {}
}

/** An invented application of a form. */
export const sampleOf = (form: Form, now: Date): Application => {
  const answers = Object.fromEntries(inOrder(form).map(([name, field]) => [name, example(name, field)])) as Answers
  const who = applicant(form, answers)
  return {
    ...initialState,
    id: '00000000-0000-7000-8000-0000ab12cd34',
    formType: form.type,
    applicantName: who.name,
    applicantEmail: who.email,
    companyName: who.company,
    answers,
    status: 'pending',
    submittedAt: now,
    dueAt: now,
    ip: 'Unknown',
    origin: null,
    notice: '',
    formVersion: '',
  }
}

export interface Preview {
  /** `confirmation · Accelerator application` */
  readonly name: string
  /** Of mail that is not about an application. */
  readonly title?: string
  readonly message: Message
}

/**
 * Every mail that the product sends, for an invented applicant, so that people who change the wording can check the result.
 * @param ofFeatures the samples of features
 */
export const previews = (
  forms: Forms,
  settings: LetterSettings,
  now: Date,
  ofFeatures: readonly Preview[] = [],
): readonly Preview[] => [
  {
    name: 'passcode',
    title: 'Passcode to the admin',
    message: composePasscode('admin@example.com', '042137', settings, 'preview', 10 * minute),
  },
  {
    ...{ name: 'new_browser', title: 'Sign-in of a new browser' },
    message: composeNewBrowser(
      'admin@example.com',
      { name: 'Firefox on Linux', address: '192.0.2.7', method: 'a passcode', at: now },
      settings,
      'preview',
    ),
  },
  {
    ...{ name: 'links', title: 'Lost private links' },
    message: composeLinks(
      'nila@example.com',
      [
        {
          application: sampleOf(forms.Accelerator, now),
          link: settings.siteUrl + paths.my,
          stopLink: settings.siteUrl + paths.my,
        },
      ],
      forms,
      settings,
      'preview',
    ),
  },
  ...ofFeatures,
  ...letters.flatMap((letter) =>
    formTypes
      .map((type) => forms[type])
      .filter(({ confirmation }) => letter !== 'confirmation' || confirmation)
      .map((form) => ({
        name: `${letter} · ${form.title}`,
        message: composeLetter(letter, sampleOf(form, now), form, settings, 'preview', insertedIn(letter, now)),
      })),
  ),
]

/** Settings for letters that the admin reads. Their links lead to the form for a lost link: the admin must not act as the applicant. */
export function forReading(settings: LetterSettings): LetterSettings {
  const lost = settings.siteUrl + paths.my
  return { ...settings, links: { privateLink: lost, stopLink: lost } }
}
