import { dueText } from '../../applications/due.ts'
import type { Forms } from '../../forms/form.ts'
import { programCommand } from '../../server/config.ts'
import { headerText } from '../../server/mail/headers.ts'
import type { Block } from '../../server/mail/messages/body.ts'
import { about, draw, type LetterSettings } from '../../server/mail/messages/compose.ts'
import { sampleOf } from '../../server/mail/messages/preview.ts'
import type { Message } from '../../server/mail/port.ts'
import { type Difference, differenceNames } from '../../server/sheets/differences.ts'
import { after, day, dayOf, endOfDay, longDate, longTime } from '../../shared/dates.ts'
import { reference } from '../../shared/ids.ts'
import type { Digest } from './digest.ts'

const counted = (n: number, words: string): readonly string[] => (n === 0 ? [] : [`${n}${n >= 1000 ? '+' : ''} ${words}`])

/** The summary of a morning letter, for its subject. */
const digestSummary = ({ arrived, late, due, answered, parked, failing, overdue, backups, differences }: Digest): string =>
  [
    ...counted(
      arrived.reduce((sum, { count }) => sum + count, 0),
      'new',
    ),
    ...counted(due.total, 'due'),
    ...counted(late.total, 'late'),
    ...counted(answered, 'answered'),
    ...counted(parked + failing, 'not sent'),
    ...(backups === undefined ? [] : ['no backup']),
    ...counted(differences.length, differences.length === 1 ? 'difference' : 'differences'),
    ...counted(overdue.length, overdue.length === 1 ? 'request about data' : 'requests about data'),
  ].join(', ')

/** A heading with facts and further blocks; nothing when there are no facts. */
const section = (
  heading: string,
  facts: readonly { readonly label: string; readonly text: string }[],
  ...more: readonly Block[]
): readonly Block[] => (facts.length === 0 ? [] : [{ kind: 'heading', text: heading }, { kind: 'facts', facts }, ...more])

const requestNames = { access: 'See their data', correct: 'Correct it', erase: 'Erase it', grievance: 'A grievance' } as const

/** The overdue requests of persons about their data. */
const overdueBlocks = (overdue: Digest['overdue']): readonly Block[] =>
  section(
    `Requests about data that are late (${overdue.length})`,
    overdue.map(({ kind, person, due }) => ({
      label: requestNames[kind],
      text: `${headerText(person) || 'Erased'}: due ${longDate(endOfDay(due))}`,
    })),
  )

/** The limit of differences in the line. */
const maxNamed = 5

/** One line on the differences between database, mail and spreadsheet. */
const differenceBlocks = (differences: readonly Difference[]): readonly Block[] => {
  const named = differences.slice(0, maxNamed).map(({ kind, id }) => `${reference(id)} ${differenceNames[kind]}`)
  const more = differences.length > maxNamed ? ' …' : ''
  return section('Database and spreadsheet differ', [
    ...(named.length === 0
      ? []
      : [{ label: `${differences.length}`, text: `${named.join('; ')}${more}. See ${programCommand('doctor')}.` }]),
  ])
}

/** Applications with name, form and reference, and the day on which an answer is due. */
const dueBlocks = (heading: string, { applications, total }: Digest['late'], at: Date, forms: Forms): readonly Block[] =>
  section(
    `${heading} (${total}${total >= 1000 ? '+' : ''})`,
    applications.map((application) => ({
      label: headerText(application.applicantName) || 'No name',
      text: `${forms[application.formType].title}, ${reference(application.id)}: ${dueText(application.dueAt, at)}`,
    })),
  )

/** Letters that were not sent. */
const failedBlocks = ({ parked, failing }: Pick<Digest, 'parked' | 'failing'>): readonly Block[] =>
  section('Letters that could not be sent', [
    ...(parked === 0 ? [] : [{ label: 'Given up', text: `${parked}. The desk has them, with the reason.` }]),
    ...(failing === 0 ? [] : [{ label: 'Tried again', text: `${failing}. They are sent when the mail server accepts them.` }]),
  ])

/** Answers to requests that the admin has not read. */
const answeredBlocks = (answered: number): readonly Block[] =>
  section(
    'Answers to your requests',
    answered === 0
      ? []
      : [{ label: 'To read', text: `${answered}${answered >= 1000 ? '+' : ''}. The desk lists them under is:answered.` }],
  )

function digestBlocks(digest: Digest, forms: Forms): readonly Block[] {
  const { at, since, arrived, late, due, dueUntil, answered, overdue } = digest
  return [
    ...section('Backups', digest.backups === undefined ? [] : [{ label: 'Behind', text: digest.backups }]),
    ...differenceBlocks(digest.differences),
    ...overdueBlocks(overdue),
    ...dueBlocks('Late', late, at, forms),
    ...dueBlocks(dueUntil === dayOf(at) ? 'Due today' : `Due by ${longDate(endOfDay(dueUntil))}`, due, at, forms),
    ...answeredBlocks(answered),
    ...section(
      `New since ${longTime(since)}`,
      arrived.map(({ formType, count }) => ({ label: forms[formType].title, text: `${count}` })),
    ),
    ...failedBlocks(digest),
  ]
}

/** Composes the morning letter to the admin. Of an applicant it contains the name, the form and the reference. */
export const composeDigest = (to: string, digest: Digest, forms: Forms, settings: LetterSettings, id: string): Message =>
  draw(
    id,
    to,
    settings,
    settings.wording.template('morning'),
    { ...about(settings), day: longDate(digest.at), summary: digestSummary(digest) },
    { digest: digestBlocks(digest, forms) },
  )

/** A sample digest with an entry in nearly every section. */
export const sampleDigest = (forms: Forms, now: Date): Digest => ({
  at: now,
  since: after(now, -day),
  arrived: [
    { formType: 'Accelerator', count: 3 },
    { formType: 'Contact', count: 1 },
  ],
  late: { applications: [{ ...sampleOf(forms.Contact, now), dueAt: after(now, -2 * day) }], total: 1 },
  due: { applications: [{ ...sampleOf(forms.Investor, now), dueAt: endOfDay(dayOf(now)) }], total: 1 },
  dueUntil: dayOf(now),
  answered: 1,
  parked: 1,
  differences: [{ kind: 'unmirrored', id: sampleOf(forms.Contact, now).id }],
  failing: 0,
  backups: undefined,
  overdue: [],
})
