import { isFileField } from '../../../forms/fields/file.ts'
import type { Field } from '../../../forms/form.ts'
import { hour } from '../../../shared/dates.ts'
import type { Cell } from './tabs.ts'

/** The text that a person sees in a cell. */
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

/** Converts a cell's text to the value that the form would send: options by their value. */
function wire(field: Field, text: string): unknown {
  if (field.kind === 'select' || field.kind === 'radio') return optionOf(field, text) ?? text
  if (field.kind !== 'multiselect') return text
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '').map((part) => optionOf(field, part) ?? part)
}

/**
 * Parses an answer of a spreadsheet. An answer that the form would refuse today (a removed option, a text that is too long) is returned unchanged, with the
 * reason as `fault`. Spreadsheets only have the names of files.
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
const offsetMs = 5.5 * hour

/** The time of a local date and time in Chennai; undefined for one that does not exist (31 February, 25:00). */
function fromLocal(year: number, month: number, day: number, h = 0, m = 0, s = 0, ms = 0): Date | undefined {
  const local = new Date(Date.UTC(year, month - 1, day, h, m, s, ms))
  const actual = [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate(), local.getUTCHours(), local.getUTCMinutes()]
  const expected = [year, month, day, h, m]
  return s < 60 && expected.every((part, index) => part === actual[index]) ? new Date(local.getTime() - offsetMs) : undefined
}

/** The time of a serial number (days since the end of 1899), rounded to the second, because the fraction is not more exact. */
const fromSerial = (days: number): Date => new Date(Math.round((days - 25_569) * 86_400) * 1000 - offsetMs)

const withZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:,?[T ]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?)?$/
const yearLast = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s*([ap])\.?m\.?)?)?$/i

/**
 * Parses a date and time of a spreadsheet: ISO 8601, `21/11/2025 14:03:05`, `21/11/2025, 2:03:05 pm`, a serial number, a date cell. A time without a zone is
 * local time in Chennai.
 * @param monthFirst whether `6/7/2025` is 7 June and not 6 July
 * @returns undefined for anything else
 */
export function readMoment(cell: Cell, monthFirst: boolean): Date | undefined {
  // A date cell is stored as a serial number, so it is not more exact.
  if (cell instanceof Date)
    return Number.isNaN(cell.getTime()) ? undefined : new Date(Math.round(cell.getTime() / 1000) * 1000 - offsetMs)
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
    return fromLocal(n(year), n(month), n(day), n(h), n(m), n(s), n(ms.padEnd(3, '0')))
  }
  const [, first, second, year, h, m, s, meridiem] = yearLast.exec(text) ?? []
  if (year === undefined || (meridiem !== undefined && (n(h) < 1 || n(h) > 12))) return undefined
  const hours = meridiem === undefined ? n(h) : (n(h) % 12) + (meridiem.toLowerCase() === 'p' ? 12 : 0)
  const [day, month] = monthFirst ? [second, first] : [first, second]
  return fromLocal(n(year), n(month), n(day), hours, n(m), n(s))
}
