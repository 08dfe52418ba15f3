import { type Application, endOf } from '../../applications/application.ts'
import { addressAt, eventText } from '../../applications/history.ts'
import { contentOf } from '../../applications/letter-content.ts'
import { isLetter, type Topics } from '../../applications/outbox.ts'
import { progressOf } from '../../applications/progress.ts'
import { knownRequests } from '../../applications/requests.ts'
import type { Form } from '../../forms/form.ts'
import { type DetailSection, detail } from '../../forms/views/as-text.ts'
import { longDate, longTime } from '../../shared/dates.ts'
import { escapeMarkup } from '../../shared/escape.ts'
import { reference } from '../../shared/ids.ts'
import type { ArchivedLine } from '../feature.ts'
import type { FormVersions } from '../forms/versions.ts'
import { folderName, uniquePath } from '../http/safe-name.ts'
import { type Entry, zip } from '../http/zip.ts'
import type { Everything, Persons } from '../records/persons/port.ts'

interface PersonalArchive {
  readonly persons: Pick<Persons, 'everything' | 'file'>
  /** What features store about an application, by their names: lines to read, and the same as JSON. */
  ofFeatures(
    applicationId: string,
  ): Promise<Readonly<Record<string, { readonly lines: readonly ArchivedLine[]; readonly data: unknown }>>>
  readonly formVersions: Pick<FormVersions, 'of'>
  readonly siteName: string
  readonly siteUrl: string
  /** See `Delivery.holdS`. */
  readonly holdS: number
  now(): Date
  /** A letter as it was sent. */
  compose(
    letter: Topics['mail.letter'],
    application: Application,
    form: Form,
    /** Of the letter's outbox entry. */
    id: string,
  ): { readonly subject: string; readonly text: string }
}

/** An application in the archive. It reveals no decision before its letter is sent, and not that the application is in quarantine. */
interface Part {
  readonly reference: string
  readonly id: string
  readonly form: string
  readonly submitted: string
  readonly name: string
  readonly address: string
  readonly company: string
  readonly status: string
  readonly answers: readonly DetailSection[]
  readonly earlier: readonly { readonly until: string; readonly answers: readonly DetailSection[] }[]
  readonly letters: readonly { readonly at: string; readonly to: string; readonly subject: string; readonly text: string }[]
  /** What we requested, with the answers. */
  readonly requests: readonly { readonly at: string; readonly text: string; readonly answer: string; readonly file: string }[]
  readonly events: readonly { readonly at: string; readonly what: string }[]
  /** The paths in the archive. */
  readonly files: readonly string[]
  readonly ip: string
  readonly notice: string
  readonly origin: Application['origin']
  readonly review?: {
    readonly notes: string
    readonly scores: Application['scores']
    readonly [feature: string]: unknown
  }
  readonly reviewLines: readonly ArchivedLine[]
}

const statusTexts = {
  pending: 'Being read',
  pitch: 'Invited to a conversation',
  approved: 'We would like to go ahead',
  rejected: 'We are not able to go ahead',
} as const

async function partOf(
  { formVersions, ofFeatures, compose, holdS, now }: PersonalArchive,
  { application, history, messages, earlier }: Everything,
  files: readonly string[],
  withReview: boolean,
): Promise<Part> {
  const form = await formVersions.of(application)
  const progress = progressOf(application, history, messages, now(), holdS)
  const end = endOf(application)
  const changes = history.filter(({ event }) => event.what === 'answers_changed')
  const stored = Object.entries(withReview ? await ofFeatures(application.id) : {})
  const sent = messages.filter(isLetter).flatMap((entry) => {
    const { id, state, sentAt } = entry
    if (state !== 'sent' || sentAt === null) return []
    const to = addressAt(application.applicantEmail, history, sentAt)
    const { subject, text } = compose(contentOf(entry, history), { ...application, applicantEmail: to }, form, id)
    return [{ at: sentAt.toISOString(), to, subject, text }]
  })
  return {
    reference: reference(application.id),
    id: application.id,
    form: form.title,
    submitted: application.submittedAt.toISOString(),
    name: application.applicantName,
    address: application.applicantEmail,
    company: application.companyName,
    status: end === undefined ? statusTexts[progress.status] : end.name,
    answers: detail(form, application.answers),
    earlier: await Promise.all(
      earlier.map(async ({ answers, formVersion }, index) => ({
        until: (changes[index]?.at ?? application.submittedAt).toISOString(),
        answers: detail(await formVersions.of({ formType: application.formType, formVersion }), answers),
      })),
    ),
    letters: sent,
    requests: knownRequests(application, progress.status, messages).map(({ request: { at, text, answer } }) => ({
      at,
      text,
      answer: answer?.text ?? '',
      file: answer?.file?.name ?? '',
    })),
    events: history.flatMap((entry) => {
      const what = eventText(entry)
      return what === undefined ? [] : [{ at: entry.at.toISOString(), what }]
    }),
    files,
    ip: application.ip,
    notice: application.notice,
    origin: application.origin,
    ...(withReview && {
      review: {
        notes: application.notes,
        scores: application.scores,
        ...Object.fromEntries(stored.map(([name, { data }]) => [name, data])),
      },
    }),
    reviewLines: stored.flatMap(([, { lines }]) => lines),
  }
}

const row = (label: string, text: string): string =>
  text === '' ? '' : `<dt>${escapeMarkup(label)}</dt><dd>${escapeMarkup(text)}</dd>`

const answersMarkup = (sections: readonly DetailSection[]): string =>
  sections
    .map(
      ({ title, items }) =>
        `<h4>${escapeMarkup(title)}</h4><dl>${items.map(({ label, text }) => row(label, text || 'No answer')).join('')}</dl>`,
    )
    .join('')

const list = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `<h3>${title}</h3><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`

const on = (at: string): string => longTime(new Date(at))

const reviewMarkup = ({ review, reviewLines }: Part): string => {
  if (review === undefined) return ''
  const scores = Object.entries(review.scores).map(([criterion, score]) => `${criterion}: ${score}`)
  return `<h3>Our notes</h3><dl>${row('Notes', review.notes || 'None')}${row('Scores', scores.join(', '))}${reviewLines
    .map(({ label, text }) => row(label, text))
    .join('')}</dl>`
}

const partMarkup = (part: Part): string => `<section>
<h2>${escapeMarkup(part.form)}, ${part.reference}</h2>
<dl>${row('Sent', on(part.submitted))}${row('Name', part.name)}${row('Email', part.address)}${row('Company', part.company)}${row('Where it stands', part.status)}</dl>
<h3>Your answers</h3>${answersMarkup(part.answers)}
${part.earlier.map(({ until, answers }) => `<h3>Your answers until ${on(until)}</h3>${answersMarkup(answers)}`).join('')}
${list(
  'Files',
  part.files.map((file) => `<a href="${file.split('/').map(encodeURIComponent).join('/')}">${escapeMarkup(file)}</a>`),
)}
${list(
  'Letters from us',
  part.letters.map(
    ({ at, to, subject, text }) =>
      `<strong>${escapeMarkup(subject)}</strong>, ${on(at)}, to ${escapeMarkup(to)}<pre>${escapeMarkup(text)}</pre>`,
  ),
)}
${list(
  'What we requested',
  part.requests.map(
    ({ at, text, answer, file }) =>
      `${on(at)}<pre>${escapeMarkup(text)}</pre>${escapeMarkup([answer, file].filter(Boolean).join(', ') || 'No answer')}`,
  ),
)}
${list(
  'What happened',
  part.events.map(({ at, what }) => `${on(at)}: ${escapeMarkup(what)}`),
)}
${reviewMarkup(part)}
<h3>What came along</h3>
<dl>${row('Internet address', part.ip)}${row('Version of the privacy notice', part.notice)}${row('How you came to us', part.origin === null ? '' : JSON.stringify(part.origin))}</dl>
</section>`

const style =
  'body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}dt{color:#555}dd{margin:0 0 .5rem;white-space:pre-wrap}pre{white-space:pre-wrap;font:inherit}section{border-top:1px solid #999;margin-top:2rem}'

/** The page for the person. It needs neither scripts nor the network. */
const pageOf = ({ siteName, siteUrl, now }: PersonalArchive, parts: readonly Part[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Your data at ${escapeMarkup(siteName)}</title><style>${style}</style></head><body>
<h1>Your data at ${escapeMarkup(siteName)}</h1>
<p>What we hold of you as of ${longDate(now())}: ${parts.length === 1 ? 'one application or message' : `${parts.length} applications and messages`}. The file your-data.json has the same for programs. Questions: ${escapeMarkup(siteUrl)}/contact</p>
${parts.map(partMarkup).join('\n')}
</body></html>
`

/** The paths of the files of an application in the archive. */
function pathsOf({ application, files }: Everything): readonly string[] {
  const used = new Set<string>()
  // An imported id can be a path.
  const folder = ['files', folderName('', reference(application.id))].filter(Boolean).join('/')
  return files.map(({ name, revision }) => uniquePath(`${folder}${revision === undefined ? '' : '/earlier'}`, name, used))
}

async function* entries(archive: PersonalArchive, ids: readonly string[], withReview: boolean): AsyncGenerator<Entry> {
  const all = (await Promise.all(ids.map((id) => archive.persons.everything(id)))).filter((each) => each !== undefined)
  const parts = await Promise.all(all.map((each) => partOf(archive, each, pathsOf(each), withReview)))
  yield { name: 'your-data.html', content: Buffer.from(pageOf(archive, parts).toWellFormed()) }
  yield {
    name: 'your-data.json',
    content: Buffer.from(
      JSON.stringify({ applications: parts.map(({ reviewLines: _, ...part }) => part) }, undefined, 2).toWellFormed(),
    ),
  }
  for (const each of all) {
    const paths = pathsOf(each)
    for (const [index, which] of each.files.entries()) {
      const file = await archive.persons.file(each.application.id, which)
      if (file !== undefined) yield { name: paths[index] ?? which.name, content: file.bytes }
    }
  }
}

/**
 * The archive of some applications for the person whom they are about, as a streamed ZIP: a page to read, the same as JSON, and the files. Unknown ids are
 * left out.
 * @param withReview whether it includes our notes and scores
 */
export const personalArchive = (
  archive: PersonalArchive,
  ids: readonly string[],
  withReview = false,
): AsyncIterable<Uint8Array> => zip(entries(archive, ids, withReview))
