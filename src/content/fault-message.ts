import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** The faults of content as sentences, as `faultMessage`. The length of a value of another kind says nothing: `tags: one, two` is no list, and has no 7 entries. */
export function faultMessages(
  file: string,
  issues: readonly Issue[],
  lineOf: (path: Path) => number | undefined,
): readonly string[] {
  const wrongKind = new Set(issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => keyOf(path)))
  return issues
    .filter(({ code, path }) => !((code === 'too_small' || code === 'too_big') && wrongKind.has(keyOf(path))))
    .map((issue) => faultMessage(file, issue, lineOf))
}

/**
 * A fault of content as a sentence for editors, with file, line, key, expected and actual value.
 * `lineOf` returns the line of the key, or of its nearest existing parent.
 */
function faultMessage(file: string, issue: Issue, lineOf: (path: Path) => number | undefined): string {
  const line = lineOf(issue.path)
  const where = line === undefined ? file : `${file}, line ${line}`
  if (issue.code === 'unrecognized_keys') return `${where}: ${unknownKeys(issue.path, issue.keys)}`
  const key = issue.path.length === 0 ? 'the file' : `\`${keyOf(issue.path)}\``
  if (issue.code === 'custom' && issue.params?.message !== undefined) return `${where}: ${key} ${issue.params.message}`
  if (issue.path.length > 0 && issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value'))
    return `${where}: ${key} is missing`
  if (issue.input === '' || (issue.path.length > 0 && issue.input === null))
    return `${where}: ${key} is empty${isText(issue) ? '' : `: it should be ${expected(issue)}`}`
  return `${where}: ${key} should be ${expected(issue)}, received ${received(issue.input)}`
}

/** Whether any text would do. */
const isText = (issue: Issue): boolean =>
  issue.code === 'too_small' || (issue.code === 'invalid_type' && issue.expected === 'string')

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
