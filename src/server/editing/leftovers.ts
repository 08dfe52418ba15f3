import type { FieldPath, Leftover } from '../../api/site-content.ts'
import type { Files } from '../../content/files.ts'
import { documentOf } from './documents.ts'
import { readValue } from './values.ts'

/** The texts of a document with their fields. */
function textsIn(value: unknown, field: FieldPath = []): readonly { readonly field: FieldPath; readonly text: string }[] {
  if (typeof value === 'string') return [{ field, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, [...field, Array.isArray(value) ? Number(key) : key]))
}

interface Reading {
  readonly path: string
  readonly name: string
  readonly texts: ReturnType<typeof textsIn>
}

function readingOf(files: Files, path: string): readonly Reading[] {
  const text = files[path] ?? ''
  const document = documentOf(path, text)
  const read = document && readValue(path, text, document.schema)
  return document && read?.ok ? [{ path, name: document.name, texts: textsIn(read.value) }] : []
}

/** The fields by which a page calls something: people, companies, cohorts, programmes, ourselves. */
const nameFields: readonly unknown[] = ['name', 'nativeName', 'label', 'title', 'city']

const namesIn = (readings: readonly Reading[]): readonly string[] =>
  readings.flatMap(({ texts }) => texts.filter(({ field }) => nameFields.includes(field.at(-1))).map(({ text }) => text))

/** The labels of links to pages that the site does not have any more. */
function lostPages(before: Files, after: Files): readonly string[] {
  const missing = (files: Files): readonly string[] =>
    readingOf(files, 'content/site.yaml').flatMap(({ texts }) =>
      texts.filter(({ field }) => field[0] === 'without').map(({ text }) => `/${text}`),
    )
  const present = missing(before)
  const lost = missing(after).filter((page) => !present.includes(page))
  return readingOf(after, 'content/site.yaml').flatMap(({ texts }) =>
    texts
      .filter(({ field, text }) => field.at(-1) === 'to' && lost.includes(text))
      .flatMap(({ field: [...parent] }) => {
        const label = JSON.stringify([...parent.slice(0, -1), 'label'])
        return texts.filter(({ field }) => JSON.stringify(field) === label).map(({ text }) => text)
      }),
  )
}

const isWordIn = (text: string, words: string): boolean => {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1))
    if (!/[\p{L}\p{N}]/u.test(`${text[at - 1] ?? ''}${text[at + words.length] ?? ''}`)) return true
  return false
}

/** The most places that are listed. */
const most = 50

/**
 * Where the site still says a name that the documents at `paths` say no more, or names a page that it does not have any more. It is listed before a
 * publish, which it does not keep from happening: a name may stand there for a reason.
 */
export function leftovers(before: Files, after: Files, paths: readonly string[]): readonly Leftover[] {
  const still = new Set(namesIn(paths.flatMap((path) => readingOf(after, path))))
  const removed = namesIn(paths.flatMap((path) => readingOf(before, path))).filter((name) => !still.has(name))
  const words = [...new Set([...removed, ...lostPages(before, after)])].filter((name) => name.length > 2)
  if (words.length === 0) return []
  return Object.keys(after)
    .flatMap((path) => readingOf(after, path))
    .flatMap(({ path, name, texts }) =>
      texts
        .filter(({ field }) => !(path === 'content/site.yaml' && ['label', 'to'].includes(String(field.at(-1)))))
        .flatMap(({ field, text }) =>
          words.filter((each) => isWordIn(text, each)).map((each) => ({ path, name, field, words: each })),
        ),
    )
    .slice(0, most)
}
