import { isFileField } from '../../forms/fields/file.ts'
import type { Field } from '../../forms/form.ts'
import { after, fromClock, hour } from '../../shared/dates.ts'
import { type Cell, noResult } from './tabs.ts'

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

/** An address without the name before it, as mail programs copy both: `Nila Raman <nila@example.in>`. */
export const bareAddress = (text: string): string => text.trim().replace(/^[^<>]*<([^<>]*)>$/, '$1')

/** Converts a cell's text to the value that the form would send: options by their value. */
function wire(field: Field, text: string): unknown {
  if (field.kind === 'email') return bareAddress(text)
  if (field.kind === 'select' || field.kind === 'radio') return optionOf(field, text) ?? text
  if (field.kind !== 'multiselect') return text
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter((part) => part !== '').map((part) => optionOf(field, part) ?? part)
}

/** A number that a spreadsheet shortened, such as 9.19841E+11: its last digits are lost. */
const shortened = /^\d+(?:[.,]\d+)?e\+?\d+$/i

/** Why a cell has no value that a person gave it; undefined if it has one. */
export const cellFault = (text: string): string | undefined => {
  if (text === noResult)
    return 'The file has a formula without its result here: open it in a spreadsheet program, and save it again'
  return /^#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/.test(text)
    ? `The spreadsheet has the error ${text} here`
    : undefined
}

/** The bytes of the characters of windows-1252, which programs take for the text of a UTF-8 file. */
const byteOf = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]),
)
const following = `[${[...byteOf].flatMap(([sign, byte]) => (byte >= 0x80 && byte < 0xc0 ? sign : [])).join('')}]`
/** Letters that were encoded twice: `Ã©` for é, `â€™` for ’, `à®µ` for வ. */
const twice = new RegExp(`[ÂÃÄÅÎÏÐÑØÙ]${following}|[à-ï]${following}{2}|ð${following}{3}`, 'g')

/** A remark about a text that was encoded twice, with what it may have been; undefined for any other. */
function twiceEncoded(text: string): string | undefined {
  const meant = text.replace(twice, (signs) => new TextDecoder().decode(Uint8Array.from(signs, (sign) => byteOf.get(sign) ?? 0)))
  const shown = (of: string): string => `“${of.trim().slice(0, 40)}”`
  return meant === text ? undefined : `${shown(text)} was encoded twice, perhaps for ${shown(meant)}. It was imported as it is.`
}

/**
 * Parses an answer of a spreadsheet. An answer that the form would refuse today (a removed option, a text that is too long) is returned unchanged, an
 * unreadable one as a blank, both with a sentence as `remark`. Spreadsheets only have the names of files.
 */
export function readAnswer(field: Field, text: string): { readonly value: unknown; readonly remark?: string } {
  const fault =
    field.kind === 'tel' && shortened.test(text.trim())
      ? `The spreadsheet shortened this number to ${text.trim()}`
      : cellFault(text)
  if (fault !== undefined) return { ...readAnswer(field, ''), remark: `${fault}. It was left out.` }
  if (isFileField(field)) {
    const [name = ''] = text.split('\n')
    return { value: name.trim() === '' ? null : { name: name.trim(), size: 0, type: '' } }
  }
  const storable = text.toWellFormed().replaceAll('\0', '')
  const raw = wire(field, storable)
  const parsed = field.parse(raw)
  const remarks = [
    storable === text ? undefined : 'A character that cannot be stored was removed.',
    parsed.ok ? twiceEncoded(storable) : `${parsed.fault}. It was imported as it is.`,
  ].filter((remark) => remark !== undefined)
  return { value: parsed.ok ? parsed.value : raw, ...(remarks.length > 0 && { remark: remarks.join(' ') }) }
}

/** The offset of Indian Standard Time, which cells may name, from UTC. */
const istMs = 5.5 * hour

/** The time of a local date and time at an offset from UTC, or in the site's zone, because spreadsheets have times without a zone; undefined for one that does not exist (31 February, 25:00). */
function fromLocal(
  [year = 0, month = 0, day = 0, h = 0, m = 0, s = 0, ms = 0]: readonly number[],
  offset: number | undefined,
): Date | undefined {
  const local = new Date(Date.UTC(year, month - 1, day, h, m, s, ms))
  const actual = [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate(), local.getUTCHours(), local.getUTCMinutes()]
  return s < 60 && [year, month, day, h, m].every((part, index) => part === actual[index])
    ? offset === undefined
      ? fromClock(local)
      : after(local, -offset)
    : undefined
}

/** The time of a serial number (days since the end of 1899), rounded to the second, because the fraction is not more exact. */
const fromSerial = (days: number): Date => fromClock(new Date(Math.round((days - 25_569) * 86_400) * 1000))

const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/
const yearLast = /^(\d{1,2}|[a-z]{3,9})[-/. ]{1,2}(\d{1,2}|[a-z]{3,9})[-/., ]{1,2}(\d{4})(?!\d)/i
const timeOfDay =
  /^,?[T\s]\s*(\d{1,2}):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:\s*([ap])\.?m\.?)?(?:\s*(Z|UTC|GMT|IST)?(?:([+-])(\d{1,2}):?(\d\d)?)?)?$/i
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The order in which alone a numeric date exists: 11/25/2025 has its month first. Undefined if both orders are possible, or none. */
export function dateOrder(cell: Cell | undefined): 'day' | 'month' | undefined {
  const [, first, second] = (yearLast.exec(String(cell ?? '').trim()) ?? []).map(Number)
  if (first === undefined || second === undefined || !(first > 0 && second > 0) || first <= 12 === second <= 12) return undefined
  return first > 12 ? 'day' : 'month'
}

/** Whether a cell has a numeric date that another order of day and month would change. */
export const hasOrder = (cell: Cell | undefined): boolean => /^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}/.test(String(cell ?? '').trim())

/** Year, month and day at the beginning of a text, and the time after it. */
function dateOf(text: string, monthFirst: boolean): readonly [parts: readonly number[], time: string] | undefined {
  const iso = yearFirst.exec(text)
  if (iso) return [iso.slice(1).map(Number), text.slice(iso[0].length)]
  const [all = '', first = '', second = '', year] = yearLast.exec(text) ?? []
  if (year === undefined) return undefined
  const isName = (part: string): boolean => /^[a-z]/i.test(part)
  const [day, month] = isName(first) || (monthFirst && !isName(second)) ? [second, first] : [first, second]
  const number = isName(month) ? months.indexOf(month.slice(0, 3).toLowerCase()) + 1 : Number(month)
  return [[Number(year), number, Number(day)], text.slice(all.length)]
}

/** Hours to milliseconds, and the offset from UTC, of a text after a date; undefined if it is not a time. */
function timeOf(text: string): readonly [parts: readonly number[], offset?: number] | undefined {
  if (text === '') return [[]]
  const [all, h, m, s = '0', ms = '', meridiem, zone, sign, offsetH, offsetM = '0'] = timeOfDay.exec(text) ?? []
  if (all === undefined || (meridiem !== undefined && (Number(h) < 1 || Number(h) > 12))) return undefined
  const hours = meridiem === undefined ? Number(h) : (Number(h) % 12) + (meridiem.toLowerCase() === 'p' ? 12 : 0)
  const offset = (Number(offsetH) + Number(offsetM) / 60) * hour * (sign === '-' ? -1 : 1)
  const named = zone?.toUpperCase() === 'IST' ? istMs : 0
  const clock = [hours, Number(m), Number(s), Number(ms.slice(0, 3).padEnd(3, '0'))]
  if (sign !== undefined) return [clock, offset]
  return zone === undefined ? [clock] : [clock, named]
}

/** No application is older. Spreadsheets show an empty date as their zero, a day of 1899 to 1904. */
const earliest = new Date('1990-01-01T00:00:00Z')

/**
 * Parses a date and time of a spreadsheet: ISO 8601, `21/11/2025 14:03:05`, `21 Nov 2025, 2:03:05 pm`, `2025/11/21 2:03:05 PM GMT+5:30`, a serial number, a
 * date cell. A time without a zone is local time in the site's zone.
 * @param monthFirst whether `6/7/2025` is 7 June and not 6 July
 * @returns undefined for anything else, and for a day before 1990
 */
export function readMoment(cell: Cell, monthFirst: boolean): Date | undefined {
  const at = momentOf(cell, monthFirst)
  return at === undefined || at < earliest ? undefined : at
}

function momentOf(cell: Cell, monthFirst: boolean): Date | undefined {
  // A date cell is stored as a serial number, so it is not more exact.
  if (cell instanceof Date)
    return Number.isNaN(cell.getTime()) ? undefined : fromClock(new Date(Math.round(cell.getTime() / 1000) * 1000))
  const text = String(cell ?? '').trim()
  if (/^\d{5}(\.\d+)?$/.test(text)) return fromSerial(Number(text))
  const [date, time = ''] = dateOf(text, monthFirst) ?? []
  const [clock, offset] = timeOf(time) ?? []
  return date === undefined || clock === undefined ? undefined : fromLocal([...date, ...clock], offset)
}
