import { type Document, type ErrorCode, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import { fail, ok, type Result } from '../shared/result.ts'
import { controlFault } from './control-signs.ts'
import { faultMessages } from './fault-message.ts'

/** Faults of content, one sentence each. */
export type Faults = readonly string[]

/** The texts that were read last: the desk reads all files after each save, and one of them has changed. */
const recent = new Map<string, { readonly schema: z.ZodType; readonly read: Result<unknown, Faults> }>()

/** How many characters they have at most: several revisions of every file. */
const mostRecent = 4_000_000
let recentLength = 0

/**
 * Reads a YAML text with a schema. Fails with all faults, each with file, line, key, expected and actual value.
 * `linesBefore` is the number of lines above the text in its file.
 */
export function readYaml<Schema extends z.ZodType>(
  file: string,
  source: string,
  schema: Schema,
  linesBefore = 0,
): Result<z.output<Schema>, Faults> {
  const key = `${file} ${linesBefore}\n${source}`
  const last = recent.get(key)
  const read = last?.schema === schema ? last.read : readAgain(file, source, schema, linesBefore)
  if (recent.delete(key)) recentLength -= key.length
  recent.set(key, { schema, read })
  recentLength += key.length
  for (const oldest of recent.keys()) {
    if (recentLength <= mostRecent) break
    recent.delete(oldest)
    recentLength -= oldest.length
  }
  return read as Result<z.output<Schema>, Faults>
}

function readAgain(file: string, source: string, schema: z.ZodType, linesBefore: number): Result<unknown, Faults> {
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines })
  const faults = yamlFaults(document, source)
  const read = faults.length === 0 ? schema.safeParse(document.toJS(), { reportInput: true }) : undefined
  if (read?.success) return ok(read.data)

  const tabs = source.split('\n').flatMap((line, at) => (/^ *\t\s*\S/.test(line) ? [at] : []))
  if (read === undefined && tabs.length > 0)
    return fail(tabs.map((at) => `${file}, line ${at + 1 + linesBefore}: this line is indented with a tab; use spaces`))
  const spaces = nonBreakingSpaces(source)
  if (spaces.length > 0)
    return fail(
      spaces.map((at) => `${file}, line ${at + 1 + linesBefore}: a non-breaking space, as pasted text has; type a plain one`),
    )
  if (read === undefined)
    return fail([
      ...new Set(faults.map(({ offset, message }) => `${file}, line ${lines.linePos(offset).line + linesBefore}: ${message}`)),
    ])

  const lineOf = (path: readonly PropertyKey[]): number | undefined => {
    for (let length = path.length; length > 0; length--) {
      const node: unknown = document.getIn(path.slice(0, length), true)
      const start =
        typeof node === 'object' && node !== null && 'range' in node ? (node.range as number[] | null)?.[0] : undefined
      if (start !== undefined) return lines.linePos(start).line + linesBefore
    }
    return undefined
  }
  return fail(faultMessages(file, read.error.issues, lineOf))
}

const quoted = 'must be in quotes as a whole'

/** The parser's error codes as sentences for an editor, with the remedy. */
const causes: Readonly<Partial<Record<ErrorCode, string>>> = {
  BLOCK_AS_IMPLICIT_KEY: `a text that holds a colon and a space ${quoted}: key: "Words: more words"`,
  DUPLICATE_KEY: 'this key is used twice here',
  BAD_SCALAR_START: `a text that begins with a sign such as @ or % ${quoted}`,
}

const endsBefore = 'a text ends before #; put the whole text into quotes'
const noText = `a text that begins with a sign such as {, *, " or ' ${quoted}`
const marked = `a text that begins with ! or & ${quoted}`
const firstLine = (message: string): string => (message.split('\n')[0] ?? message).replace(/ at line \d+.*$/, '')

/** A syntax error of a YAML text: its offset, and the remedy. */
interface YamlFault {
  readonly offset: number
  readonly message: string
}

/**
 * The syntax errors of a YAML text, as sentences for an editor: all with a clear cause, or else only the first, because later errors usually follow
 * from it.
 */
function yamlFaults(document: Document, source: string): readonly YamlFault[] {
  const { errors } = document
  const clear = errors.flatMap(({ code, pos }) => (causes[code] === undefined ? [] : [{ offset: pos[0], message: causes[code] }]))
  if (clear.length > 0) return clear
  const [first] = errors
  if (first !== undefined) {
    const message = /at node end/.test(first.message) ? noText : `this is not valid YAML: ${firstLine(first.message)}`
    return [{ offset: first.pos[0], message: message }]
  }
  return lostWords(document, source)
}

/** A comment that is meant: it is apart from a value of one word, as in `places: 12   # at most`. */
const apart = /^ {2,}# /

/** What YAML would take away from a text: content/ has no anchors, aliases and tags, so each is a text that begins with its sign. */
function lostWords(document: Document, source: string): readonly YamlFault[] {
  const faults: YamlFault[] = document.warnings.map(({ pos }) => ({ offset: pos[0], message: marked }))
  const add = ({ range }: Node, message: string) => void faults.push({ offset: range?.[0] ?? 0, message })
  visit(document.contents, {
    Alias: (_, node) => add(node, noText),
    Value: (_, node) => {
      if (node.tag !== undefined || node.anchor !== undefined) add(node, marked)
      if (!isScalar(node) || typeof node.value !== 'string') return
      const fault = controlFault(node.value)
      if (fault !== undefined) add(node, fault)
      const end = node.range?.[1] ?? 0
      const after = source.slice(end, source.indexOf('\n', end) >>> 0)
      if (node.type === 'PLAIN' && /^\s+#/.test(after) && (/\s/.test(node.value) || !apart.test(after))) add(node, endsBefore)
    },
  })
  return faults
}

/** A non-breaking space that is syntax, not text: before the first word of a line, or after a key's colon. */
const structural = /^[\s-]*\u00a0|^[\s-]*[\w-]+:\u00a0/

/** The lines, from 0, with a non-breaking space in the syntax. The parser treats it as a letter, so its own message is misleading. */
const nonBreakingSpaces = (source: string): readonly number[] =>
  source.split('\n').flatMap((line, at) => (structural.test(line) ? [at] : []))
