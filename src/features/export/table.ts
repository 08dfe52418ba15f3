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

const kindOf = (name: (typeof recordColumns)[number]): ColumnKind => (name.endsWith('_at') ? 'moment' : 'text')

const endTime = ({ application }: Row): string => endOf(application)?.at.toISOString() ?? ''

/** The rubrics by which the forms are scored. */
export type Rubrics = Readonly<Partial<Record<FormType, Rubric>>>

/** An application as a line of the table, with what its cells are made of. */
interface Row {
  readonly application: Application
  readonly record: ReturnType<typeof toSpecifiedRecord>
  readonly answered: FormVersion
  readonly deadline: string
}

/** A column of the table; `text` by default. */
interface Column {
  readonly name: string
  readonly kind?: ColumnKind
  cell(row: Row): string
}

/** A question of a form, as a column. */
interface Question {
  readonly type: FormType
  readonly name: string
  /** From the newest version that has it. */
  readonly field: Field
  /** Whether the current version has it. */
  readonly isAsked: boolean
}

/** The questions of a form in the current order, then those that are no longer asked. */
function questionsOf(versions: readonly Form[]): readonly Question[] {
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
function titlesOf(questions: readonly Question[]): readonly string[] {
  const titled = (details: (question: Question) => readonly string[]) =>
    questions.map((question) => {
      const notes = [...details(question), ...(question.isAsked ? [] : ['no longer asked'])]
      return notes.length === 0 ? question.field.label : `${question.field.label} (${notes.join(', ')})`
    })
  const labels = titled(() => [])
  const count = (title: string, titles: readonly string[]): number => titles.filter((other) => other === title).length
  const byForm = titled((question) => (count(labels[questions.indexOf(question)] ?? '', labels) > 1 ? [question.type] : []))
  return questions.map((question, index) => {
    const title = byForm[index] ?? ''
    return count(title, byForm) > 1 ? `${title.slice(0, -1)}, ${question.name})` : title
  })
}

/** Those labels of an earlier form version, by field, that differ from the current one or no longer exist. */
export function otherLabels(today: Form, earlier: Form): Readonly<Record<string, string>> {
  if (earlier === today) return {}
  const changed = inOrder(earlier).filter(([name, { label }]) => today.fields[name]?.label !== label)
  return Object.fromEntries(changed.map(([name, { label }]) => [name, label]))
}

const numberColumn = (name: string, of: (application: Application) => number | undefined): Column => ({
  name,
  kind: 'number',
  cell: ({ application }) => String(of(application) ?? ''),
})

/**
 * The table of an export: the fields of the record, the answers to every form of `forms`, the scores by the current criteria with their total, and where
 * the application came from and how it was asked.
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
  const questions = forms.flatMap(questionsOf)
  const titles = titlesOf(questions)
  const wordingsOf = new Map<Form, string>()
  /** `Annual revenue: “Monthly revenue”`, by the titles of the columns. */
  const wordings = ({ form }: FormVersion): string => {
    const texts =
      wordingsOf.get(form) ??
      questions
        .flatMap(({ type, name, field }, index) => {
          const label = type === form.type ? form.fields[name]?.label : undefined
          return label === undefined || label === field.label ? [] : [`${titles[index]}: “${label}”`]
        })
        .join('; ')
    wordingsOf.set(form, texts)
    return texts
  }
  const columns: readonly Column[] = [
    ...recordColumns.map((name) => ({ name, kind: kindOf(name), cell: ({ record }: Row) => record[name] ?? '' })),
    ...questions.map(({ type, name, field }, index) => ({
      name: titles[index] ?? '',
      cell: ({ application: { formType, answers }, answered }: Row) =>
        type === formType ? storedText(answered.form.fields[name] ?? field, answers[name], 'format') : '',
    })),
    ...criteria.map(({ type, id, name }) => {
      const isShared = criteria.filter((other) => other.name === name).length > 1
      const title = `Score: ${name}${isShared ? ` (${type})` : ''}`
      return numberColumn(title, ({ formType, scores }) => (type === formType ? scoreOf(scores, id) : undefined))
    }),
    ...(criteria.length === 0
      ? []
      : [numberColumn('Score: total, of 5', ({ formType, scores }) => total(rubrics[formType] ?? [], scores))]),
    { name: 'Origin: first arrival', cell: ({ application }) => arrival(application.origin?.first) },
    { name: 'Origin: last arrival', cell: ({ application }) => arrival(application.origin?.last) },
    { name: 'Deadline', cell: ({ deadline }) => deadline },
    { name: 'Requests', cell: ({ application }) => requestTexts(application) },
    { name: 'Asked as', cell: ({ answered }) => wordings(answered) },
    { name: 'form_version', cell: ({ answered }) => answered.version },
    ...(ended === undefined ? [] : [{ name: ended.name, kind: 'moment' as const, cell: endTime }]),
    { name: 'language', cell: ({ application }) => application.language ?? '' },
    ...numbers.map(({ title, of }) => numberColumn(title, ({ id }) => of.get(id))),
  ]
  return {
    names: columns.map(({ name }) => name),
    kinds: columns.map(({ kind = 'text' }) => kind),
    line: (application, answered, deadline) => {
      const row = { application, record: toSpecifiedRecord(application), answered, deadline }
      return columns.map(({ cell }) => cell(row))
    },
  }
}
