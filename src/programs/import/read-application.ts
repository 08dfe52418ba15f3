import { createHash } from 'node:crypto'
import { type Application, initialState, isStatus, statuses } from '../../applications/application.ts'
import { dueMoment } from '../../content/promises.ts'
import type { Promises } from '../../content/schema/promises.ts'
import { invalidEmail } from '../../forms/fields/email.ts'
import { type Answers, type Form, inOrder, isRequired } from '../../forms/form.ts'
import { applicant } from '../../forms/views/applicant.ts'
import { missing } from '../../forms/views/validate.ts'
import { after, minute } from '../../shared/dates.ts'
import { type FormType, readFormType } from '../../shared/form-types.ts'
import { idFrom, isApplicationId } from '../../shared/ids.ts'
import { isEmail, readableAddress } from '../../shared/mailbox.ts'
import type { Columns, RecordName } from './columns.ts'
import { bareAddress, cellFault, readAnswer, readMoment, textOf } from './read-cell.ts'
import type { MomentName, Table } from './table.ts'
import type { Cell } from './tabs.ts'

/** A sentence about a field of a row. */
export interface Remark {
  readonly field: string
  readonly message: string
}

/** A row as an application, with warnings; or the reasons why it cannot be imported. */
export type Read =
  | {
      readonly kind: 'read'
      readonly application: Application
      readonly ownId: boolean
      /** The id that the row would have if day and month of its date were the other way round; undefined if they cannot be. */
      readonly swappedId: string | undefined
      readonly remarks: readonly Remark[]
    }
  | { readonly kind: 'refused'; readonly form?: FormType; readonly remarks: readonly Remark[] }

interface Reading {
  readonly promises: Promises
  readonly columns: Columns
  /** The form of rows without a form type. */
  readonly form: FormType | undefined
  /** The columns whose dates have the month first. */
  readonly monthFirst: Table['monthFirst']
  readonly now: Date
}

/** The line that the mirror appends to a text (contract, section 6). */
const address = /\nSubmitted from IP: ([^\n]*)$/

/** Reads the answers by the form's definition, with warnings. */
function readAnswers(form: Form, text: (name: string) => string) {
  const answers: Record<string, unknown> = {}
  const remarks: Remark[] = []
  for (const [name, field] of inOrder(form)) {
    const { value, remark } = readAnswer(field, text(name))
    answers[name] = value
    if (remark !== undefined) remarks.push({ field: name, message: remark })
  }
  for (const [name, field] of inOrder(form))
    if (text(name).trim() === '' && isRequired(field, answers)) remarks.push({ field: name, message: `${missing(field.label)}.` })
  return { answers: answers as Answers, remarks }
}

/** The cells of a row that are not answers, by column. */
const recordOf = (cells: readonly Cell[], columns: Columns) => {
  const cell = (name: RecordName): Cell => cells[columns.record(name) ?? -1] ?? null
  return { cell, text: (name: RecordName): string => textOf(cell(name)).trim() }
}

type RowRecord = ReturnType<typeof recordOf>

/** Reads the required values of a row. `faults`: missing or invalid values; empty if the row can be imported. */
function readRequired(
  record: RowRecord,
  form: Form,
  who: ReturnType<typeof applicant>,
  { monthFirst, now }: Pick<Reading, 'monthFirst' | 'now'>,
) {
  const faults: Remark[] = []
  const nameField = form.applicant.name[0] ?? ''
  const name = who.name || record.text('applicant_name').replace(/[\p{Cc}\s]+/gu, ' ')
  if (name === '') faults.push({ field: nameField, message: `${missing(form.fields[nameField]?.label ?? 'Name')}.` })

  const emailField = form.applicant.email
  // The address may have been corrected after the submission.
  const email = readableAddress(bareAddress(record.text('applicant_email')) || who.email)
  if (email === '') faults.push({ field: emailField, message: `${missing(form.fields[emailField]?.label ?? 'Email')}.` })
  else if (!isEmail(email)) faults.push({ field: emailField, message: `${invalidEmail}.` })

  const status = record.text('status').toLowerCase() || 'pending'
  if (!isStatus(status))
    faults.push({ field: 'status', message: `The status must be ${statuses.slice(0, -1).join(', ')} or ${statuses.at(-1)}.` })

  const submittedAt = readMoment(record.cell('submitted_at'), monthFirst.has('submitted_at'))
  if (submittedAt === undefined)
    faults.push({
      field: 'submitted_at',
      message: record.text('submitted_at') === '' ? 'The date is missing.' : 'This is not a date and time since 1990.',
    })
  // Exports leave out what is submitted after they begin. Spreadsheets round times.
  else if (submittedAt > after(now, minute)) faults.push({ field: 'submitted_at', message: 'This is in the future.' })

  const ownId = record.text('id')
  if (ownId !== '' && !isApplicationId(ownId))
    faults.push({ field: 'id', message: 'An id has letters, digits and signs, at most 100.' })
  return { name, email, status: isStatus(status) ? status : undefined, submittedAt, ownId, faults }
}

/** An id for a row without one. It is a hash of the row's texts, not of the parsed answers, so that it stays the same when the form changes. */
function idOf(type: FormType, email: string, submittedAt: Date, texts: readonly (readonly [string, string])[]): string {
  const identity = [type, email.toLowerCase(), submittedAt.getTime(), texts.filter(([, answer]) => answer !== '')]
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest()
  return idFrom(submittedAt, hash.subarray(0, 16))
}

/** As in our exports. A column of that name in another table has words. */
const isLanguageCode = (text: string): boolean => /^[a-z]{2,3}(-[A-Za-z]+)?$/.test(text)

/**
 * Parses a row by its form's definition. The form, a name, a valid address and a time are required. Other answers that the form would refuse today are
 * accepted with a remark.
 */
export function readApplication(row: readonly Cell[], reading: Reading): Read {
  const { promises, columns, form: standard, monthFirst } = reading
  const record = recordOf(row, columns)
  const named = record.text('form_type')
  const type = named === '' ? standard : readFormType(named)
  if (type === undefined) {
    const message =
      named === ''
        ? 'It is not clear which form this is. Set --form, or add a column form_type.'
        : `Unknown form ${JSON.stringify(named)}.`
    return { kind: 'refused', remarks: [{ field: 'form_type', message }] }
  }
  const { form, version } = columns.form(type, record.text('form_version'))
  const { cells, conflicts } = columns.merged(row, form)
  const doubled = [...columns.merged(row).conflicts, ...conflicts].map(({ field, columns: both }) => ({
    field,
    message: `The columns ${both} are for the same, and have different texts here.`,
  }))
  const columnOf = columns.answers(form)
  const cellText = (name: string): string => textOf(cells[columnOf.get(name) ?? -1])
  const text = (name: string): string => (name === form.ipGoesTo ? cellText(name).replace(address, '') : cellText(name))
  const { answers, remarks } = readAnswers(form, text)
  const who = applicant(form, answers)
  const { name, email, status, submittedAt, ownId, faults } = readRequired(record, form, who, reading)
  if (doubled.length + faults.length > 0 || status === undefined || submittedAt === undefined)
    return {
      kind: 'refused',
      form: type,
      remarks: [...remarks.filter(({ field }) => cellFault(text(field)) !== undefined), ...doubled, ...faults],
    }

  const momentOr = (name: MomentName): Date | null => {
    const at = readMoment(record.cell(name), monthFirst.has(name))
    if (at === undefined && record.text(name) !== '')
      remarks.push({ field: name, message: 'This is not a date and time since 1990. It was left out.' })
    return at ?? null
  }
  const texts = [...columnOf.keys()].sort().map((name) => [name, cellFault(text(name)) === undefined ? text(name) : ''] as const)
  const idAt = (at: Date): string => idOf(type, email, at, texts)
  const swapped = readMoment(record.cell('submitted_at'), !monthFirst.has('submitted_at')) ?? submittedAt
  const language = record.text('language')
  const application: Application = {
    ...initialState,
    id: ownId || idAt(submittedAt),
    formType: type,
    applicantName: name,
    applicantEmail: email,
    companyName: who.company || record.text('company_name'),
    answers,
    status,
    submittedAt,
    dueAt: dueMoment(promises, type, submittedAt),
    reviewedAt: momentOr('reviewed_at'),
    reviewedBy: record.text('reviewed_by') || null,
    notes: textOf(record.cell('notes')),
    meetingAt: momentOr('meeting_scheduled_at'),
    origin: null,
    notice: '',
    formVersion: version,
    ...(isLanguageCode(language) && { language }),
    ip: record.text('ip') || address.exec(cellText(form.ipGoesTo ?? ''))?.[1] || 'Unknown',
  }
  const swappedId = ownId !== '' || swapped.getTime() === submittedAt.getTime() ? undefined : idAt(swapped)
  return { kind: 'read', application, ownId: ownId !== '', swappedId, remarks }
}
