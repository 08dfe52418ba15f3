import { isDeepStrictEqual } from 'node:util'
import {
  CST,
  Document,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { type ChangedField, entrySchema, type FieldPath, type FieldSchema } from '../../api/site-content.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { isPost } from './documents.ts'

type Group = Readonly<Record<string, unknown>>

const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Writes the short form of an entry, `first: second`, as the two fields that the form shows. */
function expanded(value: unknown, schema: FieldSchema | undefined): unknown {
  if (Array.isArray(value)) return value.map((entry, at) => expanded(entry, schema?.items ?? schema?.prefixItems?.[at]))
  if (!isGroup(value)) return value
  const { properties = {}, additionalProperties } = schema ?? {}
  const [first, second, ...more] = Object.keys(properties)
  const [[key, short] = ['', undefined], ...furtherEntries] = Object.entries(value)
  if (first && second && more.length === 0 && furtherEntries.length === 0 && !Object.hasOwn(properties, key))
    return { [first]: key, [second]: short }
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      expanded(inner, properties[name] ?? (additionalProperties || undefined)),
    ]),
  )
}

const postParts = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/

/** Far more than content needs, and few enough for everything that walks through a value. */
const deepest = 50

/**
 * Why a YAML text is not parsed, with its line; undefined for one that is. A few thousand anchors keep the parser busy for minutes, aliases multiply what they name,
 * and a text that is nested a thousand times ends in the middle. The lexer alone is quick.
 */
function unparsed(yaml: string): string | undefined {
  let [line, depth, onLine, isText] = [1, 0, 0, false]
  for (const token of new Lexer().lex(yaml)) {
    if (!isText) {
      if (token.startsWith('&') || token.startsWith('*'))
        return `Line ${line} has ${token.slice(0, 20)}, which YAML takes for a reference. Put a text that begins with ${token[0]} in quotes.`
      if (token === '\n' || token === '\r\n') onLine = 0
      if ('[{'.includes(token)) depth += 1
      if (']}'.includes(token)) depth -= 1
      // Entries in entries, on one line or by their indentation.
      if (token === '-' || token === '?') onLine += 1
      if (depth > deepest || onLine > deepest || (/^ +$/.test(token) && token.length > 4 * deepest))
        return `Line ${line} is nested more than ${deepest} times.`
    }
    isText = token === CST.SCALAR
    line += token.split('\n').length - 1
  }
  return undefined
}

/** Why a document's text is not parsed; undefined for one that is. */
export function unreadable(path: string, text: string): string | undefined {
  const yaml = isPost(path) ? postParts.exec(text)?.[1] : text
  return yaml === undefined ? undefined : unparsed(yaml)
}

/** The value of a document's text. Fails when the text cannot be read. */
export function readValue(path: string, text: string, schema: FieldSchema): Result<unknown, string> {
  const [, head = isPost(path) ? undefined : text, body] = isPost(path) ? (postParts.exec(text) ?? []) : [undefined, text]
  if (head === undefined) return fail('A post begins with its front matter between two lines of ---')
  const hostile = unparsed(head)
  if (hostile !== undefined) return fail(hostile)
  const document = parseDocument(head)
  const [error] = document.errors
  if (error !== undefined) return fail(error.message)
  const value = expanded(document.toJS(), schema)
  return ok(isPost(path) && isGroup(value) ? { ...value, body } : value)
}

/** Those of `before` that belong to the entries of `after`: equal ones first, then in order. */
function pairing(before: readonly unknown[], after: readonly unknown[]): readonly (number | undefined)[] {
  const free = new Set(before.keys())
  const pairs: (number | undefined)[] = after.map((value) => {
    const same = [...free].find((at) => isDeepStrictEqual(before[at], value))
    if (same !== undefined) free.delete(same)
    return same
  })
  return pairs.map((pair, at) => {
    if (pair !== undefined) return pair
    const next = free.has(at) ? at : [...free][0]
    if (next !== undefined) free.delete(next)
    return next
  })
}

/** A node with another value. What did not change stays as it is, with its comments and its place. */
function changed(document: Document, node: unknown, before: unknown, after: unknown): unknown {
  if (node !== undefined && isDeepStrictEqual(before, after)) return node
  if (isScalar(node) && (typeof after !== 'object' || after === null)) {
    // A scalar of another type is written as that type.
    if (typeof node.value !== typeof after) delete (node as Scalar).type
    node.value = after
    return node
  }
  if (isSeq(node) && Array.isArray(after) && Array.isArray(before)) {
    const { items } = node as YAMLSeq
    const pairs = pairing(before, after)
    node.items = after.map((value, at) => changed(document, items[pairs[at] ?? -1], before[pairs[at] ?? -1], value))
    return node
  }
  if (isMap(node) && isGroup(after) && isGroup(before)) return changedMap(document, node as YAMLMap, before, after)
  return document.createNode(after)
}

function changedMap(document: Document, map: YAMLMap, before: Group, after: Group): YAMLMap {
  const [pair, ...furtherEntries] = map.items
  const [first, second, ...more] = Object.entries(after)
  const isShort =
    pair !== undefined && furtherEntries.length === 0 && isScalar(pair.key) && !Object.hasOwn(before, String(pair.key.value))
  if (isShort && first && second && more.length === 0) {
    pair.key = changed(document, pair.key, before[first[0]], first[1])
    pair.value = changed(document, pair.value, before[second[0]], second[1])
    return map
  }
  const keyOf = (key: unknown): string => String(isScalar(key) ? key.value : key)
  map.items = map.items.filter(({ key }) => Object.hasOwn(after, keyOf(key)))
  for (const [name, value] of Object.entries(after)) {
    const existing = map.items.find(({ key }) => keyOf(key) === name)
    if (existing === undefined) map.items.push(document.createPair(name, value))
    else existing.value = changed(document, existing.value, before[name], value)
  }
  return map
}

/** The comment above the first entry is about the whole file: it stays on top when the entry moves. */
function keepHeading(document: Document): void {
  const [first] = isMap(document.contents) || isSeq(document.contents) ? document.contents.items : []
  const node = (isPair(first) ? first.key : first) as Partial<Node> | undefined
  if (!node?.commentBefore || !document.contents || document.contents.commentBefore) return
  document.contents.commentBefore = node.commentBefore
  node.commentBefore = null
}

const written = (document: Document): string => document.toString({ lineWidth: 140, flowCollectionPadding: false })

function changedYaml(text: string, before: unknown, after: unknown): string {
  const document = parseDocument(text)
  if (document.contents === null || before === undefined) return written(new Document(after))
  keepHeading(document)
  // An empty map is written as {}, and its entries would be too.
  if (isMap(document.contents) && document.contents.items.length === 0) document.contents.flow = false
  document.contents = changed(document, document.contents, before, after) as Node as typeof document.contents
  return written(document)
}

/** The text of a document with another value. Comments, order and short forms stay where they can. */
export function textWith(path: string, text: string, value: unknown, schema: FieldSchema): string {
  const read = readValue(path, text, schema)
  if (read.ok && isDeepStrictEqual(read.value, value)) return text
  const before = read.ok ? read.value : undefined
  if (!isPost(path)) return changedYaml(read.ok ? text : '', before, value)
  const { body = '', ...head } = isGroup(value) ? value : {}
  const [, source = ''] = postParts.exec(text) ?? []
  const { body: _, ...headBefore } = isGroup(before) ? before : {}
  const yaml = isDeepStrictEqual(head, headBefore)
    ? source
    : changedYaml(source, source === '' ? undefined : headBefore, head).replace(/\n$/, '')
  return `---\n${yaml}\n---\n${String(body)}`
}

/** The fields in which two values differ. Of lists of different length, only the part between equal beginnings and ends. */
export function changedFields(before: unknown, after: unknown, field: FieldPath = []): readonly ChangedField[] {
  if (isDeepStrictEqual(before, after)) return []
  if (isGroup(before) && isGroup(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
      changedFields(before[name], after[name], [...field, name]),
    )
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length === after.length) return after.flatMap((value, at) => changedFields(before[at], value, [...field, at]))
    let start = 0
    while (start < Math.min(before.length, after.length) && isDeepStrictEqual(before[start], after[start])) start++
    let end = 0
    while (end < Math.min(before.length, after.length) - start && isDeepStrictEqual(before.at(-1 - end), after.at(-1 - end)))
      end++
    const removed = before.slice(start, before.length - end)
    const added = after.slice(start, after.length - end)
    return Array.from({ length: Math.max(removed.length, added.length) }, (_, at) =>
      changedFields(removed[at], added[at], [...field, start + at]),
    ).flat()
  }
  return [{ field, before, after }]
}

/** The field of the editor for a position in a text. An unknown key, and a short form such as `Label: /page`, belong to the group around them. */
export function fieldIn(schema: FieldSchema, position: FieldPath): FieldPath {
  const [part, ...further] = position
  const entry = part === undefined ? undefined : entrySchema(schema, part)
  return part === undefined || entry === undefined ? [] : [part, ...fieldIn(entry, further)]
}
