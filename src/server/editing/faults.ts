import { isMap, isScalar, isSeq, LineCounter, type Node, parse, parseDocument } from 'yaml'
import { entrySchema, type FieldFault, type FieldPath, type FieldSchema, fieldLabel, labelOf } from '../../api/site-content.ts'
import { builtFiles, type Files, mergeFiles } from '../../content/files.ts'
import { languageFile } from '../../content/languages.ts'
import { builtPaths, contentFaults } from './content-faults.ts'
import { documentOf, isPost } from './documents.ts'
import { unreadable } from './values.ts'

/** `items[2].title` as a path. */
const pathOf = (key: string): FieldPath =>
  [...key.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, at, name]) => (at === undefined ? (name ?? '') : Number(at)))

/** The value that begins on a line of a YAML text, or that the line continues. */
function fieldAt(source: string, line: number): FieldPath {
  const lines = new LineCounter()
  let best: FieldPath = []
  const visit = (node: unknown, path: FieldPath): void => {
    if (isMap(node))
      for (const { key, value } of node.items) {
        const own = [...path, String(isScalar(key) ? key.value : key)]
        const start = (key as Node).range?.[0]
        if (start !== undefined && lines.linePos(start).line <= line) best = own
        visit(value, own)
      }
    else if (isSeq(node))
      for (const [at, item] of node.items.entries()) {
        const start = (item as Node).range?.[0]
        if (start !== undefined && lines.linePos(start).line <= line) best = [...path, at]
        visit(item, [...path, at])
      }
  }
  const document = parseDocument(source, { lineCounter: lines })
  visit(document.contents, [])
  return best
}

/** The label of the field, or of the list with the entry. */
function nameAt(path: string, text: string, field: FieldPath): string {
  let schema: FieldSchema | undefined = documentOf(path, text)?.schema
  let name = 'Entry'
  for (const part of field) {
    schema = schema && entrySchema(schema, part)
    if (typeof part === 'string') name = schema?.title ?? labelOf(part)
  }
  return name
}

/** The words of the build's checks for somebody who sees the value in its field, and chooses days. */
const forPeople = (words: string): string =>
  words
    .replace(/, received [\s\S]*$/, '')
    .replace(/^should be a list of ((?:at least |at most )?\d+ \w+)$/, 'needs $1')
    .replace(/^should be ((?:at least|at most) \d+ characters) long$/, 'needs $1')
    .replace(/: it should be a day such as \S+$/, ': choose a day')

/** Whether a text is another one with values for some of its placeholders. */
function isFilled(written: string, text: string): boolean {
  const [first = '', ...further] = written.split(/\{[^{}]*\}/)
  let at = first.length
  return (
    text.startsWith(first) &&
    further.every((part) => {
      at = text.indexOf(part, at)
      if (at < 0) return false
      at += part.length
      return true
    })
  )
}

/** A sentence of the build's checks, at the field that it is about. */
function located(sentence: string, files: Files): FieldFault {
  const [, path = '', position, words = sentence] = /^(content\/[\w./-]+?)(?:, line (\d+))?(?:: | )(.*)$/s.exec(sentence) ?? []
  const [, key, sentenceEnd = ''] = /^`([^`]+)` (.*)$/s.exec(words) ?? []
  if (key !== undefined) {
    const field = pathOf(key)
    const entry = typeof field.at(-1) === 'number' ? ` ${Number(field.at(-1)) + 1}` : ''
    return { path, field, message: `${nameAt(path, files[path] ?? '', field)}${entry} ${forPeople(sentenceEnd)}` }
  }
  const text = files[path] ?? ''
  const [, filled, differs = ''] = (languageFile(path) && /^("(?:[^"\\]|\\.)*") (has .*)$/s.exec(words)) || []
  if (filled !== undefined) {
    const english = Object.keys(parse(text)).find((written) => isFilled(written, JSON.parse(filled)))
    const message = `The English ${differs.replace('what is said in its place', 'this')}.`
    return { path, field: english === undefined ? [] : [english], message }
  }
  if (position === undefined) return { path, field: [], message: words }
  const line = Number(position)
  const head = isPost(path) ? text.split('\n').indexOf('---', 1) : Number.POSITIVE_INFINITY
  if (line > head) return { path, field: ['body'], message: `${words} (line ${line - head - 1} of the text)` }
  return {
    path,
    field: fieldAt(isPost(path) ? text.split('\n').slice(1, head).join('\n') : text, isPost(path) ? line - 1 : line),
    message: words,
  }
}

const kindOf = (path: string): 'post' | 'letter' | 'other' => {
  if (isPost(path)) return 'post'
  return path.startsWith('content/mail/') ? 'letter' : 'other'
}

/** What the build would refuse in one document, without the links to it. It reads only files of its kind, because it runs after every save. */
export const faultsIn = (files: Files, path: string, pictures: readonly string[]): readonly FieldFault[] =>
  faultsOf(Object.fromEntries(Object.entries(files).filter(([other]) => kindOf(other) === kindOf(path))), pictures).filter(
    (fault) => fault.path === path,
  )

/** Everything in all files that the build would refuse, at its field. `pictures`: the names of the stored ones, which exist beside those of the build. */
export const faultsOf = (files: Files, pictures: readonly string[]): readonly FieldFault[] => allFaults(files, pictures)

/** What keeps the pages of these files from being shown, at its field: without links that lead nowhere, and pictures that are missing. */
export const shownFaults = (files: Files): readonly FieldFault[] => allFaults(files, undefined)

function allFaults(files: Files, pictures: readonly string[] | undefined): readonly FieldFault[] {
  const unread = Object.entries(files).flatMap(([path, text]): readonly FieldFault[] => {
    const message = text === builtFiles[path] ? undefined : unreadable(path, text)
    return message === undefined ? [] : [{ path, field: [], message }]
  })
  if (unread.length === 0) return readableFaults(files, pictures)
  // The checks of the others need a text in their place.
  const replaced = Object.fromEntries(unread.map(({ path }) => [path, builtFiles[path] ?? '']))
  const paths = new Set(unread.map(({ path }) => path))
  return [...unread, ...readableFaults(mergeFiles(files, replaced), pictures).filter(({ path }) => !paths.has(path))]
}

function readableFaults(files: Files, pictures: readonly string[] | undefined): readonly FieldFault[] {
  const split = Object.groupBy(Object.entries(files), ([path]) => (isPost(path) ? 'posts' : 'yaml'))
  const sentences = contentFaults({
    yaml: Object.fromEntries(split.yaml ?? []),
    posts: Object.fromEntries(split.posts ?? []),
    routes: builtPaths.routes,
    exists: pictures && ((file) => builtPaths.exists(file) || pictures.includes(file.split('/').at(-1) ?? '')),
  })
  return [...new Set(sentences)].map((sentence) => located(sentence, files))
}

/** A fault as one sentence, for a log and for a publish that could not be made. */
export const faultSentence = ({ path, field, message }: FieldFault): string =>
  `${path}${field.length === 0 ? '' : `, ${fieldLabel(field)}`}: ${message}`
