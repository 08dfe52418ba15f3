import { createHash } from 'node:crypto'
import { type Application, isStatus, statuses } from '../../../applications/application.ts'
import type { Forms } from '../../../forms/definitions/all.ts'
import { invalidEmail, isEmail } from '../../../forms/fields/email.ts'
import { type Answers, type Form, inOrder, isRequired } from '../../../forms/form.ts'
import { applicant } from '../../../forms/views/applicant.ts'
import { missing } from '../../../forms/views/validate.ts'
import { type FormType, readFormType } from '../../../shared/form-types.ts'
import { idFrom } from '../../../shared/ids.ts'
import type { Columns, RecordName } from './columns.ts'
import { readMoment } from './moments.ts'
import { readAnswer, textOf } from './read-answer.ts'
import type { Cell } from './tabs.ts'

/** A sentence about a field of a row. */
export interface Remark {
  readonly field: string
  readonly says: string
}

/** A row as an application, with its warnings; or why it is no application. */
export type Read =
  | { readonly kind: 'read'; readonly application: Application; readonly ownId: boolean; readonly remarks: readonly Remark[] }
  | { readonly kind: 'refused'; readonly form?: FormType; readonly remarks: readonly Remark[] }

export interface Reading {
  readonly forms: Forms
  readonly columns: Columns
  /** The form of a row that names none. */
  readonly form: FormType | undefined
  readonly monthFirst: boolean
}

/** The line that the mirror appends to the text that the specification names. */
const address = /\nSubmitted from IP: ([^\n]*)$/

/** The answers by the form's definition, their warnings, and the texts they were parsed from. */
function readAnswers(form: Form, text: (name: string) => string) {
  const answers: Record<string, unknown> = {}
  const remarks: Remark[] = []
  for (const [name, field] of inOrder(form)) {
    const { value, fault } = readAnswer(field, text(name))
    answers[name] = value
    if (fault !== undefined) remarks.push({ field: name, says: `${fault}. It was kept as it stands.` })
  }
  for (const [name, field] of inOrder(form))
    if (text(name).trim() === '' && isRequired(field, answers)) remarks.push({ field: name, says: `${missing(field.label)}.` })
  return { answers: answers as Answers, remarks }
}

/**
 * Parses a row by its form's definition. Required are the form, a name, a valid address and a time. Other answers are accepted although the
 * form would refuse them today, with a remark.
 */
export function readApplication(cells: readonly Cell[], { forms, columns, form: standard, monthFirst }: Reading): Read {
  const recordText = (name: RecordName): string => {
    const column = columns.record(name)
    return column === undefined ? '' : textOf(cells[column]).trim()
  }
  const refused: Remark[] = []
  const named = recordText('form_type')
  const type = named === '' ? standard : readFormType(named)
  if (type === undefined) {
    const says =
      named === ''
        ? 'It is not clear which form this is. Say it with --form, or in a column form_type.'
        : `There is no form ${JSON.stringify(named)}.`
    return { kind: 'refused', remarks: [{ field: 'form_type', says }] }
  }
  const form = forms[type]
  const places = columns.answers(type)
  const cellText = (name: string): string => textOf(cells[places.get(name) ?? -1])
  const text = (name: string): string => (name === form.ipGoesTo ? cellText(name).replace(address, '') : cellText(name))
  const { answers, remarks } = readAnswers(form, text)
  const who = applicant(form, answers)

  const nameField = form.applicant.name[0] ?? ''
  const name = who.name || recordText('applicant_name').replace(/[\p{Cc}\s]+/gu, ' ')
  if (name === '') refused.push({ field: nameField, says: `${missing(form.fields[nameField]?.label ?? 'Name')}.` })

  const emailField = form.applicant.email
  // an address may have been put right since it was given
  const email = recordText('applicant_email') || who.email
  if (email === '') refused.push({ field: emailField, says: `${missing(form.fields[emailField]?.label ?? 'Email')}.` })
  else if (!isEmail(email)) refused.push({ field: emailField, says: `${invalidEmail}.` })

  const status = recordText('status').toLowerCase() || 'pending'
  if (!isStatus(status))
    refused.push({ field: 'status', says: `The status must be ${statuses.slice(0, -1).join(', ')} or ${statuses.at(-1)}.` })

  const cellOf = (name: RecordName): Cell => cells[columns.record(name) ?? -1] ?? null
  const submittedAt = readMoment(cellOf('submitted_at'), monthFirst)
  if (submittedAt === undefined)
    refused.push({
      field: 'submitted_at',
      says: recordText('submitted_at') === '' ? 'There is no date.' : 'This cannot be read as a date and a time.',
    })
  const momentOr = (name: RecordName): Date | null => {
    const at = readMoment(cellOf(name), monthFirst)
    if (at === undefined && recordText(name) !== '')
      remarks.push({ field: name, says: 'This cannot be read as a date and a time. It was left out.' })
    return at ?? null
  }

  const ownId = recordText('id')
  if (!/^[\x21-\x7e]{0,100}$/.test(ownId))
    refused.push({ field: 'id', says: 'An id has letters, digits and signs, at most 100.' })
  if (refused.length > 0 || !isStatus(status) || submittedAt === undefined)
    return { kind: 'refused', form: type, remarks: refused }

  // from the texts of the row, not from the parsed answers: after a change of the form the same row must have the same id
  const texts = [...places.keys()].sort().map((name) => [name, text(name)])
  const identity = [type, email.toLowerCase(), submittedAt.getTime(), texts.filter(([, answer]) => answer !== '')]
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest()
  const application: Application = {
    id: ownId || idFrom(submittedAt, hash.subarray(0, 16)),
    formType: type,
    applicantName: name,
    applicantEmail: email,
    companyName: who.company || recordText('company_name'),
    answers,
    status,
    submittedAt,
    reviewedAt: momentOr('reviewed_at'),
    reviewedBy: recordText('reviewed_by') || null,
    notes: textOf(cellOf('notes')),
    meetingAt: momentOr('meeting_scheduled_at'),
    origin: null,
    notice: '',
    scores: {},
    ip: recordText('ip') || address.exec(cellText(form.ipGoesTo ?? ''))?.[1] || 'Unknown',
    revision: 0,
  }
  return { kind: 'read', application, ownId: ownId !== '', remarks }
}
