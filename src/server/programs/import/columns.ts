import { type Form, inOrder } from '../../../forms/form.ts'
import type { FormType } from '../../../shared/form-types.ts'
import type { FormVersion } from '../../forms/versions.ts'

/** The columns that are not answers, with their names in exports, in the spreadsheet and in files made by hand. */
const recordNames = {
  id: ['id'],
  form_type: ['form_type', 'form', 'sheet'],
  applicant_name: ['applicant_name'],
  applicant_email: ['applicant_email'],
  company_name: ['company_name'],
  status: ['status'],
  submitted_at: ['submitted_at', 'timestamp'],
  reviewed_at: ['reviewed_at'],
  reviewed_by: ['reviewed_by'],
  notes: ['notes'],
  meeting_scheduled_at: ['meeting_scheduled_at'],
  ip: ['submissionip', 'ip'],
  form_version: ['form_version'],
} as const

export type RecordName = keyof typeof recordNames

/** The columns of a table by its line of names: names and labels in any order, case and punctuation. */
export interface Columns {
  /** The number of columns that are known for rows of these forms. */
  readonly matchCount: (types: readonly FormType[]) => number
  /** The column of a record's field; undefined when the table has none. */
  readonly record: (name: RecordName) => number | undefined
  /** The form version of rows: the version in the row, or else the one with the most questions in the table. */
  readonly form: (type: FormType, version: string) => FormVersion
  /** The columns of a form's answers, by field. */
  readonly answers: (form: Form) => ReadonlyMap<string, number>
  /** The names of columns that belong to none of the forms that were read, with a question that they may be. */
  readonly unknown: () => readonly string[]
}

/** Every version of a form, the current one first. */
export type Versions = (type: FormType) => readonly FormVersion[]

/** The titles that a question's column can have in exports. */
const titles = (label: string, { type }: Form): readonly string[] => [
  `${label} (no longer asked)`,
  `${label} (${type}, no longer asked)`,
  label,
  `${label} (${type})`,
]

/** What is compared of a column's name: `Company name *`, `companyName` and `company_name` are the same. */
const keyOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Reads the line of a table that names its columns. */
export function columnsOf(head: readonly string[], versions: Versions): Columns {
  const at = new Map<string, number>()
  head.forEach((name, index) => {
    const key = keyOf(name)
    if (key !== '' && !at.has(key)) at.set(key, index)
  })
  const find = (names: readonly string[]): number | undefined =>
    names.map((name) => at.get(keyOf(name))).find((index) => index !== undefined)
  const cache = new Map<Form, ReadonlyMap<string, number>>()
  const answers = (form: Form): ReadonlyMap<string, number> => {
    const cached = cache.get(form)
    if (cached !== undefined) return cached
    const entries = inOrder(form).flatMap(([name, { label }]) => {
      // An export has the current labels, also for answers to an earlier version.
      const labels = [label, ...versions(form.type).flatMap(({ form: each }) => each.fields[name]?.label ?? [])]
      const index = find([name, ...labels.flatMap((each) => titles(each, form))])
      return index === undefined ? [] : [[name, index] as const]
    })
    const columns = new Map(entries)
    cache.set(form, columns)
    return columns
  }
  /** The number of a form's questions that the table has under their labels of this version. */
  const questionsIn = (form: Form): number =>
    inOrder(form).filter(([name, { label }]) => find([name, ...titles(label, form)]) !== undefined).length
  const chosen = new Map<FormType, FormVersion>()
  const choose = (type: FormType): FormVersion => {
    const best = versions(type).reduce((best, each) => (questionsIn(each.form) > questionsIn(best.form) ? each : best))
    chosen.set(type, best)
    return best
  }
  const read = new Set<Form>()
  /** The question that a column may be: its name holds the label of a question that no other column has, or the other way round. */
  const nearest = (name: string): string | undefined => {
    const key = keyOf(name)
    const open = [...read].flatMap((form) => inOrder(form).filter(([field]) => !answers(form).has(field)))
    const near = open.find(([, { label }]) => key.includes(keyOf(label)) || (key.length > 3 && keyOf(label).includes(key)))
    return near?.[1].label
  }
  return {
    matchCount: (types) =>
      Object.values(recordNames).filter((names) => find(names) !== undefined).length +
      Math.max(0, ...types.flatMap((type) => versions(type).map(({ form }) => questionsIn(form)))),
    record: (name) => find(recordNames[name]),
    form: (type, version) => {
      const match = versions(type).find((each) => each.version === version) ?? chosen.get(type) ?? choose(type)
      read.add(match.form)
      return match
    },
    answers,
    unknown: () => {
      const used = new Set<number | undefined>(Object.values(recordNames).map(find))
      for (const form of read) for (const index of answers(form).values()) used.add(index)
      return head
        .filter((name, index) => name.trim() !== '' && !used.has(index))
        .map((name) => {
          const near = nearest(name)
          return name.replace(/\s+/g, ' ').trim() + (near === undefined ? '' : ` (perhaps ${near})`)
        })
    },
  }
}
