import { type Form, inOrder } from '../../forms/form.ts'
import type { FormVersion } from '../../server/forms/versions.ts'
import type { FormType } from '../../shared/form-types.ts'
import { textOf } from './read-cell.ts'
import type { Cell } from './tabs.ts'

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
  language: ['language'],
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
  /** The cells of a row, of its record or of its answers, with one column for each: see `Merged`. */
  readonly merged: (cells: readonly Cell[], form?: Form) => Merged
  /** The columns of the record and of the forms that were read that are for the same, with their names. */
  readonly doubled: () => readonly string[]
  /** The names of columns that belong to none of the forms that were read, with a question that they may be. */
  readonly unknown: () => readonly string[]
}

/** A row in which what several columns have for one field is in the first of them; and those fields for which they have different texts. */
interface Merged {
  readonly cells: readonly Cell[]
  readonly conflicts: readonly { readonly field: string; readonly columns: string }[]
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

/** The letters of a column, as a spreadsheet shows them: `A` to `Z`, `AA` and so on. */
const lettersOf = (index: number): string =>
  (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** Reads the line of a table that names its columns. */
export function columnsOf(head: readonly string[], versions: Versions): Columns {
  const at = Map.groupBy(head.keys(), (index) => keyOf(head[index] ?? ''))
  at.delete('')
  /** All columns with one of these names, those of the first name first. */
  const findAll = (names: readonly string[]): readonly number[] => [
    ...new Set(names.flatMap((name) => at.get(keyOf(name)) ?? [])),
  ]
  const find = (names: readonly string[]): number | undefined => findAll(names)[0]
  const records = new Map(Object.entries(recordNames).map(([name, names]) => [name, findAll(names)]))
  const cache = new Map<Form, ReadonlyMap<string, readonly number[]>>()
  /** The columns of each field that has one. One that is the first of another field is not among them. */
  const columnsIn = (form: Form): ReadonlyMap<string, readonly number[]> => {
    const cached = cache.get(form)
    if (cached !== undefined) return cached
    const all = inOrder(form).flatMap(([name, { label }]) => {
      // An export has the current labels, also for answers to an earlier version.
      const labels = [label, ...versions(form.type).flatMap(({ form: each }) => each.fields[name]?.label ?? [])]
      const indices = findAll([name, ...labels.flatMap((each) => titles(each, form))])
      return indices.length === 0 ? [] : [[name, indices] as const]
    })
    const taken = new Set([...all.map(([, [first]]) => first), ...[...records.values()].flat()])
    const columns = new Map(all.map(([name, indices]) => [name, indices.filter((index, n) => n === 0 || !taken.has(index))]))
    cache.set(form, columns)
    return columns
  }
  const answers = (form: Form): ReadonlyMap<string, number> =>
    new Map([...columnsIn(form)].map(([name, [first = -1]]) => [name, first]))
  const named = (indices: readonly number[]): string =>
    indices
      .toSorted((a, b) => a - b)
      .map((index) => `${lettersOf(index)} (${head[index]?.replace(/\s+/g, ' ').trim()})`)
      .join(' and ')
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
    const open = [...read].flatMap((form) => inOrder(form).filter(([field]) => !columnsIn(form).has(field)))
    const near = open.find(([, { label }]) => key.includes(keyOf(label)) || (key.length > 3 && keyOf(label).includes(key)))
    return near?.[1].label
  }
  return {
    matchCount: (types) =>
      Object.values(recordNames).filter((names) => find(names) !== undefined).length +
      Math.max(0, ...types.flatMap((type) => versions(type).map(({ form }) => questionsIn(form)))),
    record: (name) => records.get(name)?.[0],
    form: (type, version) => {
      const match = versions(type).find((each) => each.version === version) ?? chosen.get(type) ?? choose(type)
      read.add(match.form)
      return match
    },
    answers,
    merged: (cells, form) => {
      const conflicts: { field: string; columns: string }[] = []
      const row = [...cells]
      for (const [field, indices] of form === undefined ? records : columnsIn(form)) {
        const [first = -1] = indices
        const filled = indices.filter((index) => textOf(cells[index]).trim() !== '')
        if (new Set(filled.map((index) => textOf(cells[index]).trim())).size > 1)
          conflicts.push({ field, columns: named(filled) })
        else if (filled[0] !== undefined) row[first] = cells[filled[0]] ?? null
      }
      return { cells: row, conflicts }
    },
    doubled: () =>
      [records, ...[...read].map(columnsIn)].flatMap((fields) =>
        [...fields.values()].filter((indices) => indices.length > 1).map(named),
      ),
    unknown: () => {
      const used = new Set([...records.values()].flat())
      for (const form of read) for (const index of [...columnsIn(form).values()].flat()) used.add(index)
      return head
        .filter((name, index) => name.trim() !== '' && !used.has(index))
        .map((name) => {
          const near = nearest(name)
          return name.replace(/\s+/g, ' ').trim() + (near === undefined ? '' : ` (perhaps ${near})`)
        })
    },
  }
}
