import { type Application, initialState, inState } from '../../applications/application.ts'
import { isFileField } from '../../forms/fields/file.ts'
import type { Answers, Field, Form, Forms } from '../../forms/form.ts'
import { applicant } from '../../forms/views/applicant.ts'
import { type FormType, readFormType } from '../../shared/form-types.ts'
import { isObject, parseJson } from '../../shared/json.ts'

type Row = Readonly<Record<string, unknown>>

/** The due moment of an application. */
export type DueAt = (form: FormType, submittedAt: Date) => Date

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const date = (value: unknown): Date | null => {
  const at = new Date(text(value))
  return Number.isNaN(at.getTime()) ? null : at
}

/** The answers of a row: `form_data` as an object or JSON, or else the row itself. */
function answersIn(row: Row): Row {
  const { form_data: data } = row
  const value = typeof data === 'string' ? parseJson(data) : data
  return isObject(value) ? value : row
}

/** An answer as the field parses it; the cell's text when the field cannot parse it, because people edit cells. */
function answer(field: Field, raw: unknown): unknown {
  if (isFileField(field)) {
    const [name = ''] = text(raw).split('\n')
    return name === '' ? null : { name, size: 0, type: '' }
  }
  const parsed = field.parse(raw)
  if (parsed.ok) return parsed.value
  return field.kind === 'multiselect' ? text(raw).split(', ') : text(raw)
}

const withoutAddress = (raw: unknown): unknown =>
  typeof raw === 'string' ? raw.replace(/\nSubmitted from IP: [^\n]*$/, '') : raw

function answers(form: Form, row: Row): Answers {
  const read = Object.entries(form.fields).map(([name, field]) => {
    const raw = name === form.ipGoesTo ? withoutAddress(row[name]) : row[name]
    return [name, answer(field, raw)] as const
  })
  return Object.fromEntries(read) as Answers
}

/**
 * Reads an application from a row. People edit rows, so invalid values become empty and no row is refused; a row of an unknown form becomes a contact
 * message.
 * @param index that of the row in the list; it becomes the id of a row without one
 */
export function readRow(row: Row, index: number, forms: Forms, dueAt: DueAt): Application {
  const formType = readFormType(row.form_type) ?? readFormType(row.formType) ?? readFormType(row.sheet) ?? 'Contact'
  const form = forms[formType]
  const answered = answers(form, answersIn(row))
  const who = applicant(form, answered)
  const status = text(row.status).trim().toLowerCase()
  const submittedAt = date(row.timestamp) ?? date(row.submitted_at) ?? new Date(0)
  return {
    ...initialState,
    id: text(row.id) || `row-${index + 1}`,
    formType,
    applicantName: text(row.applicant_name) || who.name,
    applicantEmail: text(row.applicant_email) || who.email,
    companyName: text(row.company_name) || who.company,
    answers: answered,
    status: 'pending',
    ...inState(status, submittedAt),
    submittedAt,
    dueAt: dueAt(formType, submittedAt),
    reviewedAt: date(row.reviewed_at),
    reviewedBy: text(row.reviewed_by) || null,
    notes: text(row.notes),
    meetingAt: date(row.meeting_scheduled_at),
    ip: text(row.submissionIP) || 'Unknown',
    origin: null,
    notice: '',
    formVersion: '',
  }
}

const sampleId = 'sample'

/** Whether an application is the one that a failed read shows. */
export const isSample = ({ id }: Pick<Application, 'id'>): boolean => id === sampleId

/** The application that a failed read shows (specification, section 7.4). It is clearly not a real one. */
export const sample = (now: Date, forms: Forms, dueAt: DueAt): Application =>
  readRow(
    {
      id: sampleId,
      form_type: 'Accelerator',
      timestamp: now.toISOString(),
      status: 'pending',
      notes: 'This is a sample, not an application: the spreadsheet could not be read.',
      founderName: 'Sample record',
      email: 'sample@example.com',
      companyName: 'Sample (the spreadsheet could not be read)',
    },
    0,
    forms,
    dueAt,
  )
