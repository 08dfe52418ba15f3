import { toRecord } from '../../api/replies.ts'
import type { Application } from '../../applications/application.ts'
import type { Form } from '../../forms/form.ts'
import { inOrder } from '../../forms/form.ts'
import { storedText } from '../../forms/views/stored.ts'

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

/** Applications as a table: a line of names, and a line of texts for each. */
export interface Table {
  readonly names: readonly string[]
  line(application: Application): readonly string[]
}

/** The record's fields, then every field of `forms`, named by form as well where two forms share a label. */
export function table(forms: readonly Form[]): Table {
  const uses = new Map<string, number>()
  for (const form of forms)
    for (const label of new Set(inOrder(form).map(([, field]) => field.label))) uses.set(label, (uses.get(label) ?? 0) + 1)
  const columns = forms.flatMap((form) =>
    inOrder(form).map(([name, field]) => ({
      form,
      name,
      field,
      title: uses.get(field.label) === 1 ? field.label : `${field.label} (${form.type})`,
    })),
  )
  return {
    names: [...recordColumns, ...columns.map((column) => column.title)],
    line: (application) => {
      const record = toRecord(application)
      return [
        ...recordColumns.map((name) => record[name] ?? ''),
        ...columns.map(({ form, name, field }) =>
          form.type === application.formType ? storedText(field, application.answers[name], 'format') : '',
        ),
      ]
    },
  }
}
