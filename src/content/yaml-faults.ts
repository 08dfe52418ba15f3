import { type Document, type ErrorCode, visit } from 'yaml'

const quoted = 'goes into quotes as a whole'

/** What the parser's codes mean to someone who writes texts, and what to do. */
const causes: Readonly<Partial<Record<ErrorCode, string>>> = {
  BLOCK_AS_IMPLICIT_KEY: `a text that holds a colon and a space ${quoted}: key: "Words: more words"`,
  TAB_AS_INDENT: 'this line is indented with a tab; use spaces',
  DUPLICATE_KEY: 'this key stands here twice',
  BAD_SCALAR_START: `a text that begins with a sign such as @ or % ${quoted}`,
}

const noText = `a text that begins with a sign such as {, *, " or ' ${quoted}`
const firstLine = (message: string): string => (message.split('\n')[0] ?? message).replace(/ at line \d+.*$/, '')

/** A fault of a text as YAML: the offset at which it stands, and what to do. */
interface YamlFault {
  readonly offset: number
  readonly message: string
}

/**
 * Why a text cannot be read as YAML, in words for its author. An error whose cause is clear is named wherever it stands; of others only the
 * first, for what follows is mostly its consequence.
 */
export function yamlFaults({ errors, ...document }: Pick<Document, 'errors' | 'contents'>): readonly YamlFault[] {
  const clear = errors.flatMap(({ code, pos }) => (causes[code] === undefined ? [] : [{ offset: pos[0], message: causes[code] }]))
  if (clear.length > 0) return clear
  const [first] = errors
  if (first !== undefined) {
    const message = /at node end/.test(first.message) ? noText : `this is no YAML: ${firstLine(first.message)}`
    return [{ offset: first.pos[0], message: message }]
  }
  // content/ has no anchors: what the parser takes for an alias is a text that begins with *
  const aliases: YamlFault[] = []
  visit(document.contents, { Alias: (_, { range }) => void aliases.push({ offset: range?.[0] ?? 0, message: noText }) })
  return aliases
}

/** A non-breaking space where a space belongs to YAML and not to a text: before the first word of a line, and after a key's colon. */
const structural = /^[\s-]*\u00a0|^[\s-]*[\w-]+:\u00a0/

/** The lines, from 0, in which a pasted non-breaking space stands in the way. To the parser it is a letter, and what it says of it misleads. */
export const nonBreakingSpaces = (source: string): readonly number[] =>
  source.split('\n').flatMap((line, at) => (structural.test(line) ? [at] : []))
