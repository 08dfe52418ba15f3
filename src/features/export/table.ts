import { toSpecifiedRecord } from '../../api/responses.ts'
import { type Application, type Ending, endOf } from '../../applications/application.ts'
import type { HistoryEntry } from '../../applications/history.ts'
import type { Touch } from '../../applications/origin.ts'
import { scoreOf, total } from '../../applications/rubric.ts'
import { type Field, type Form, inOrder } from '../../forms/form.ts'
import { storedText } from '../../forms/views/as-text.ts'
import type { Numbers } from '../../server/feature.ts'
import type { FormVersion } from '../../server/forms/versions.ts'
import type { Rubric } from '../../shared/criterion.ts'
import type { FormType } from '../../shared/form-types.ts'

const recordColumns = [
  'id',
  'form_type',
  'applicant_name',
  'applicant_email',
  'company_name',
  'status',
  'submitted_at',
  'reviewed_at',
  'reviewed_by',
  'notes',
  'meeting_scheduled_at',
] as const

/** The type of a column's cells: a time in ISO 8601 (`moment`), a number, or text. */
export type ColumnKind = 'text' | 'moment' | 'number'

/** Applications as a table: a line of column names, and one line of texts per application. */
export interface Table {
  readonly names: readonly string[]
  /** By column. */
  readonly kinds: readonly ColumnKind[]
  /** @param answered the form version that the application answered @param deadline see `deadlineNote` */
  line(application: Application, answered: FormVersion, deadline: string): readonly string[]
}

/** The columns after the answers: origin, deadline, requests with their answers, questions with another wording, and the form version. The language comes after all. */
const lastColumns = ['Origin: first arrival', 'Origin: last arrival', 'Deadline', 'Requests', 'Asked as', 'form_version'] as const

/** Whether an application that came after its cohort's grace period counts as late or in time; empty for all others. */
export function deadlineNote(history: readonly HistoryEntry[] = []): string {
  const event = history[0]?.event
  if (event?.what !== 'submitted') return ''
  if (event.late !== undefined) return `late for ${event.late}`
  if (event.inTime === undefined) return ''
  const { cohort, by, since } = event.inTime
  return `in time for ${cohort}: ${by === 'link' ? 'by a late link' : `begun ${since}`}`
}

/** A touch on one line, such as `page: /apply, source: newsletter`; empty when undefined. */
const arrival = (touch: Touch | undefined): string =>
  Object.entries(touch ?? {})
    .map(([part, text]) => `${part}: ${text}`)
    .join(', ')

/** The requests to the applicant, each with its answer; empty when there are none. */
const requestTexts = ({ requests }: Application): string =>
  requests
    .map(({ text, answer }) => {
      if (answer === undefined) return `${text}\n→ no answer`
      return `${text}\n→ ${[answer.text, answer.file?.name].filter(Boolean).join('\n')}`
    })
    .join('\n\n')

const moments: readonly string[] = ['submitted_at', 'reviewed_at', 'meeting_scheduled_at']

/** The rubrics by which the forms are scored. */
export type Rubrics = Readonly<Partial<Record<FormType, Rubric>>>

/** A column of answers. */
interface Column {
  readonly type: FormType
  readonly name: string
  /** From the newest version that has it. */
  readonly field: Field
  /** Whether the current version has it. */
  readonly isAsked: boolean
}

/** The questions of a form in the current order, then those that are no longer asked. */
function columnsOf(versions: readonly Form[]): readonly Column[] {
  const seen = new Set<string>()
  return versions.flatMap((form, index) =>
    inOrder(form).flatMap(([name, field]) => {
      if (seen.has(name)) return []
      seen.add(name)
      return [{ type: form.type, name, field, isAsked: index === 0 }]
    }),
  )
}

/** The titles of columns: the label, with the form if several forms share the label, and with the field's name if that is still ambiguous. */
function titlesOf(columns: readonly Column[]): readonly string[] {
  const titled = (details: (column: Column) => readonly string[]) =>
    columns.map((column) => {
      const notes = [...details(column), ...(column.isAsked ? [] : ['no longer asked'])]
      return notes.length === 0 ? column.field.label : `${column.field.label} (${notes.join(', ')})`
    })
  const labels = titled(() => [])
  const count = (title: string, titles: readonly string[]): number => titles.filter((other) => other === title).length
  const byForm = titled((column) => (count(labels[columns.indexOf(column)] ?? '', labels) > 1 ? [column.type] : []))
  return columns.map((column, index) => {
    const title = byForm[index] ?? ''
    return count(title, byForm) > 1 ? `${title.slice(0, -1)}, ${column.name})` : title
  })
}

/** Those labels of an earlier form version, by field, that differ from the current one or no longer exist. */
export function otherLabels(today: Form, earlier: Form): Readonly<Record<string, string>> {
  if (earlier === today) return {}
  const changed = inOrder(earlier).filter(([name, { label }]) => today.fields[name]?.label !== label)
  return Object.fromEntries(changed.map(([name, { label }]) => [name, label]))
}

/**
 * The table of an export: the fields of the record, the answers to every form of `forms`, the scores by the current criteria with their total, and
 * `lastColumns`.
 * @param forms the versions of each form: the current one, then the newest first
 * @param numbers of features, after all others
 * @param ended how the review of the applications was ended: then with a column for the time
 */
export function table(
  forms: readonly (readonly Form[])[],
  rubrics: Rubrics = {},
  ended?: Ending,
  numbers: readonly Numbers[] = [],
): Table {
  const types = forms.flatMap(([today]) => (today === undefined ? [] : [today.type]))
  const criteria = types.flatMap((type) => (rubrics[type] ?? []).map(({ id, name }) => ({ type, id, name })))
  const isShared = ({ name }: (typeof criteria)[number]): boolean =>
    criteria.filter((criterion) => criterion.name === name).length > 1
  const scoreNames = criteria.map((criterion) => `Score: ${criterion.name}${isShared(criterion) ? ` (${criterion.type})` : ''}`)
  const endNames = ended === undefined ? [] : [ended.name]
  const totalNames = criteria.length === 0 ? [] : ['Score: total, of 5']
  const columns = forms.flatMap(columnsOf)
  const titles = titlesOf(columns)
  const wordingsOf = new Map<Form, string>()
  /** `Annual revenue: “Monthly revenue”`, by the titles of the columns. */
  const wordings = ({ form }: FormVersion): string => {
    const texts =
      wordingsOf.get(form) ??
      columns
        .flatMap(({ type, name, field }, index) => {
          const label = type === form.type ? form.fields[name]?.label : undefined
          return label === undefined || label === field.label ? [] : [`${titles[index]}: “${label}”`]
        })
        .join('; ')
    wordingsOf.set(form, texts)
    return texts
  }
  return {
    names: [
      ...recordColumns,
      ...titles,
      ...scoreNames,
      ...totalNames,
      ...lastColumns,
      ...endNames,
      'language',
      ...numbers.map(({ title }) => title),
    ],
    kinds: [
      ...recordColumns.map((name) => (moments.includes(name) ? 'moment' : 'text')),
      ...columns.map(() => 'text' as const),
      ...scoreNames.map(() => 'number' as const),
      ...totalNames.map(() => 'number' as const),
      ...lastColumns.map(() => 'text' as const),
      ...endNames.map(() => 'moment' as const),
      'text',
      ...numbers.map(() => 'number' as const),
    ],
    line: (application, answered, deadline) => {
      const record = toSpecifiedRecord(application)
      return [
        ...recordColumns.map((name) => record[name] ?? ''),
        ...columns.map(({ type, name, field }) =>
          type === application.formType
            ? storedText(answered.form.fields[name] ?? field, application.answers[name], 'format')
            : '',
        ),
        ...criteria.map(({ type, id }) => (type === application.formType ? String(scoreOf(application.scores, id) ?? '') : '')),
        ...totalNames.map(() => String(total(rubrics[application.formType] ?? [], application.scores) ?? '')),
        arrival(application.origin?.first),
        arrival(application.origin?.last),
        deadline,
        requestTexts(application),
        wordings(answered),
        answered.version,
        ...endNames.map(() => endOf(application)?.at.toISOString() ?? ''),
        application.language ?? '',
        ...numbers.map(({ of }) => String(of.get(application.id) ?? '')),
      ]
    },
  }
}
