import { toSpecifiedRecord } from '../../api/replies.ts'
import type { Application } from '../../applications/application.ts'
import type { Touch } from '../../applications/origin.ts'
import { scoreOf, total } from '../../applications/rubric.ts'
import type { Form } from '../../forms/form.ts'
import { inOrder } from '../../forms/form.ts'
import { storedText } from '../../forms/views/stored.ts'
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

/** What the cells of a column hold: an ISO 8601 moment, a number, or text. */
export type ColumnKind = 'text' | 'moment' | 'number'

/** Applications as a table: a line of column names, and a line of texts for each. */
export interface Table {
  readonly names: readonly string[]
  /** Of each column. */
  readonly kinds: readonly ColumnKind[]
  line(application: Application): readonly string[]
}

/** How the applicant came to the site. */
const originColumns = ['Origin: first arrival', 'Origin: last arrival'] as const

/** An arrival on one line: `page: /apply, source: newsletter`; empty for none. */
const arrival = (touch: Touch | undefined): string =>
  Object.entries(touch ?? {})
    .map(([part, text]) => `${part}: ${text}`)
    .join(', ')

const moments: readonly string[] = ['submitted_at', 'reviewed_at', 'meeting_scheduled_at']

/** The rubrics by which the forms are scored. */
export type Rubrics = Readonly<Partial<Record<FormType, Rubric>>>

/**
 * The record's fields; every field of `forms`, named by form as well where two forms share a label; the scores by the criteria that there are now, and
 * their total; the origin.
 */
export function table(forms: readonly Form[], rubrics: Rubrics = {}): Table {
  const uses = new Map<string, number>()
  for (const form of forms)
    for (const label of new Set(inOrder(form).map(([, field]) => field.label))) uses.set(label, (uses.get(label) ?? 0) + 1)
  const criteria = forms.flatMap(({ type }) => (rubrics[type] ?? []).map(({ id, name }) => ({ type, id, name })))
  const isShared = ({ name }: (typeof criteria)[number]): boolean =>
    criteria.filter((criterion) => criterion.name === name).length > 1
  const scoreNames = criteria.map((criterion) => `Score: ${criterion.name}${isShared(criterion) ? ` (${criterion.type})` : ''}`)
  const totalNames = criteria.length === 0 ? [] : ['Score: total, of 5']
  const columns = forms.flatMap((form) =>
    inOrder(form).map(([name, field]) => ({
      form,
      name,
      field,
      title: uses.get(field.label) === 1 ? field.label : `${field.label} (${form.type})`,
    })),
  )
  return {
    names: [...recordColumns, ...columns.map((column) => column.title), ...scoreNames, ...totalNames, ...originColumns],
    kinds: [
      ...recordColumns.map((name) => (moments.includes(name) ? 'moment' : 'text')),
      ...columns.map(() => 'text' as const),
      ...[...scoreNames, ...totalNames].map(() => 'number' as const),
      ...originColumns.map(() => 'text' as const),
    ],
    line: (application) => {
      const record = toSpecifiedRecord(application)
      return [
        ...recordColumns.map((name) => record[name] ?? ''),
        ...columns.map(({ form, name, field }) =>
          form.type === application.formType ? storedText(field, application.answers[name], 'format') : '',
        ),
        ...criteria.map(({ type, id }) => (type === application.formType ? String(scoreOf(application.scores, id) ?? '') : '')),
        ...totalNames.map(() => String(total(rubrics[application.formType] ?? [], application.scores) ?? '')),
        arrival(application.origin?.first),
        arrival(application.origin?.last),
      ]
    },
  }
}
