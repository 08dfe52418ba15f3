import { isFileField } from '../../../forms/fields/file.ts'
import type { Field } from '../../../forms/form.ts'
import { hour } from '../../../shared/dates.ts'
import type { Cell } from './tabs.ts'

/** A cell as the text that a person sees in it. */
export const textOf = (cell: Cell | undefined): string =>
  cell instanceof Date
    ? cell
        .toISOString()
        .replace('T', ' ')
        .replace(/\.000Z$/, '')
    : String(cell ?? '')

/** The option with this label or value, ignoring case; undefined without a match. */
function optionOf({ options = [] }: Field, text: string): string | undefined {
  const same = text.trim().toLowerCase()
  const match =
    options.find(({ value }) => value === text) ??
    options.find(({ label }) => label === text) ??
    options.find(({ value, label }) => [value, label].some((name) => name.toLowerCase() === same))
  return match?.value
}

/** A text as the field would have got it from its form: options by their value. */
function wire(field: Field, text: string): unknown {
  if (field.kind === 'select' || field.kind === 'radio') return optionOf(field, text) ?? text
  if (field.kind !== 'multiselect') return text
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '').map((part) => optionOf(field, part) ?? part)
}

/**
 * Parses an answer of a spreadsheet. An answer that the form would refuse today (a removed option, a text that is too long) is returned
 * unchanged, with the reason as `fault`. Of a file, spreadsheets have the name only.
 */
export function readAnswer(field: Field, text: string): { readonly value: unknown; readonly fault?: string } {
  if (isFileField(field)) {
    const [name = ''] = text.split('\n')
    return { value: name.trim() === '' ? null : { name: name.trim(), size: 0, type: '' } }
  }
  const raw = wire(field, text)
  const parsed = field.parse(raw)
  return parsed.ok ? { value: parsed.value } : { value: raw, fault: parsed.fault }
}

/** The offset of Chennai from UTC. Spreadsheets have local times without a zone. */
const ahead = 5.5 * hour

/** The moment of a local time in Chennai; undefined for one that does not exist (31 February, 25:00). */
function shown(year: number, month: number, day: number, h = 0, m = 0, s = 0, ms = 0): Date | undefined {
  const wall = new Date(Date.UTC(year, month - 1, day, h, m, s, ms))
  const is = [wall.getUTCFullYear(), wall.getUTCMonth() + 1, wall.getUTCDate(), wall.getUTCHours(), wall.getUTCMinutes()]
  const expected = [year, month, day, h, m]
  return s < 60 && expected.every((part, index) => part === is[index]) ? new Date(wall.getTime() - ahead) : undefined
}

/** The moment of a serial number (days since the end of 1899), rounded to the second: the fraction is no more exact. */
const fromSerial = (days: number): Date => new Date(Math.round((days - 25_569) * 86_400) * 1000 - ahead)

const withZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:,?[T ]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?)?$/
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s*([ap])\.?m\.?)?)?$/i

/**
 * Parses a date and time as spreadsheets write it: ISO 8601, `21/11/2025 14:03:05`, `21/11/2025, 2:03:05 pm`, a serial number, a date cell.
 * Without a zone it is local time in Chennai.
 * @param monthFirst `6/7/2025` is the seventh of June, and not the sixth of July
 * @returns undefined for anything else.
 */
export function readMoment(cell: Cell, monthFirst: boolean): Date | undefined {
  // a date cell is stored as a serial number and is no more exact
  if (cell instanceof Date)
    return Number.isNaN(cell.getTime()) ? undefined : new Date(Math.round(cell.getTime() / 1000) * 1000 - ahead)
  const text = String(cell ?? '').trim()
  if (/^\d{5}(\.\d+)?$/.test(text)) return fromSerial(Number(text))
  if (withZone.test(text)) {
    const at = new Date(text)
    return Number.isNaN(at.getTime()) ? undefined : at
  }
  const n = (part: string | undefined): number => Number(part ?? 0)
  const iso = yearFirst.exec(text)
  if (iso) {
    const [, year, month, day, h, m, s, ms = ''] = iso
    return shown(n(year), n(month), n(day), n(h), n(m), n(s), n(ms.padEnd(3, '0')))
  }
  const [, first, second, year, h, m, s, half] = yearLast.exec(text) ?? []
  if (year === undefined || (half !== undefined && (n(h) < 1 || n(h) > 12))) return undefined
  const hours = half === undefined ? n(h) : (n(h) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  const [day, month] = monthFirst ? [second, first] : [first, second]
  return shown(n(year), n(month), n(day), hours, n(m), n(s))
}
