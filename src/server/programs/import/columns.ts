import type { Forms } from '../../../forms/definitions/all.ts'
import { inOrder } from '../../../forms/form.ts'
import type { FormType } from '../../../shared/form-types.ts'

/** The columns of a row that are no answers, by their names in exports, in the spreadsheet and in hand-made files, in lower case. */
const recordNames = {
  id: ['id'],
  form_type: ['form_type', 'formtype', 'form', 'sheet'],
  applicant_name: ['applicant_name'],
  applicant_email: ['applicant_email'],
  company_name: ['company_name'],
  status: ['status'],
  submitted_at: ['submitted_at', 'timestamp', 'submitted at'],
  reviewed_at: ['reviewed_at', 'reviewed at'],
  reviewed_by: ['reviewed_by', 'reviewed by'],
  notes: ['notes'],
  meeting_scheduled_at: ['meeting_scheduled_at', 'meeting scheduled at'],
  ip: ['submissionip', 'ip'],
} as const

export type RecordName = keyof typeof recordNames

/** Where a table has what, by its first line: names and labels in any order and any case. */
export interface Columns {
  /** The column of a record's field; undefined where the table has none. */
  readonly record: (name: RecordName) => number | undefined
  /** The columns of a form's answers, by field. */
  readonly answers: (type: FormType) => ReadonlyMap<string, number>
  /** The names of columns that mean nothing to any of these forms. */
  readonly unknown: (types: ReadonlySet<FormType>) => readonly string[]
}

export function columnsOf(head: readonly string[], forms: Forms): Columns {
  const at = new Map<string, number>()
  head.forEach((name, index) => {
    const key = name.trim().toLowerCase()
    if (key !== '' && !at.has(key)) at.set(key, index)
  })
  const find = (names: readonly string[]): number | undefined =>
    names.map((name) => at.get(name.toLowerCase())).find((index) => index !== undefined)
  const cache = new Map<FormType, ReadonlyMap<string, number>>()
  const answers = (type: FormType): ReadonlyMap<string, number> => {
    const cached = cache.get(type)
    if (cached !== undefined) return cached
    const entries = inOrder(forms[type]).flatMap(([name, { label }]) => {
      const index = find([name, label, `${label} (${type})`])
      return index === undefined ? [] : [[name, index] as const]
    })
    const made = new Map(entries)
    cache.set(type, made)
    return made
  }
  return {
    record: (name) => find(recordNames[name]),
    answers,
    unknown: (types) => {
      const used = new Set<number | undefined>(Object.values(recordNames).map(find))
      for (const type of types) for (const index of answers(type).values()) used.add(index)
      return head.filter((name, index) => name.trim() !== '' && !used.has(index))
    },
  }
}
