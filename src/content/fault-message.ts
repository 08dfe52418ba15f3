import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/**
 * A fault of content as a sentence for editors, with file, line, key, expected and actual value.
 * `lineOf` returns the line of the key, or of its nearest existing parent.
 */
export function faultMessage(file: string, issue: Issue, lineOf: (path: Path) => number | undefined): string {
  const line = lineOf(issue.path)
  const where = line === undefined ? file : `${file}, line ${line}`
  if (issue.code === 'unrecognized_keys') return `${where}: ${unknownKeys(issue.path, issue.keys)}`
  const key = issue.path.length === 0 ? 'the file' : `\`${keyOf(issue.path)}\``
  if (issue.code === 'custom' && issue.params?.message !== undefined) return `${where}: ${key} ${issue.params.message}`
  if (issue.path.length > 0 && isMissing(issue)) return `${where}: ${key} is missing`
  if (issue.code === 'too_small' && issue.input === '') return `${where}: ${key} is empty`
  return `${where}: ${key} should be ${expected(issue)}, received ${received(issue.input)}`
}

const isMissing = ({ code, input }: Issue): boolean =>
  (code === 'invalid_type' || code === 'invalid_value') && (input === undefined || input === null)

/** The path of a key, such as `items[2].title`. */
function keyOf(path: Path): string {
  return path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`)).join('')
}

function unknownKeys(path: Path, keys: readonly string[]): string {
  const named = keys.map((key) => `\`${keyOf([...path, key])}\``).join(', ')
  return keys.length === 1 ? `${named} is not a valid key here` : `${named} are not valid keys here`
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of keys',
}

function expected(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? issue.expected
    case 'invalid_value':
      return `one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'too_small':
      if (issue.origin === 'string') return issue.minimum === 1 ? 'text' : `at least ${issue.minimum} characters long`
      return sized(issue.origin, issue.exact ? '' : 'at least ', issue.minimum)
    case 'too_big':
      if (issue.origin === 'string') return `at most ${issue.maximum} characters long`
      return sized(issue.origin, issue.exact ? '' : 'at most ', issue.maximum)
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message
    default:
      return issue.message
  }
}

const sized = (origin: string, bound: string, count: number | bigint): string =>
  origin === 'array' ? `a list of ${bound}${count} ${count === 1 ? 'entry' : 'entries'}` : `${bound}${count}`

function received(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'object') return `a group of keys (${Object.keys(value).join(', ')})`
  if (typeof value !== 'string') return String(value)
  const shown = value.length > 60 ? `${value.slice(0, 57)}...` : value
  return value.length > 60 ? `${JSON.stringify(shown)} (${value.length} characters)` : JSON.stringify(shown)
}
