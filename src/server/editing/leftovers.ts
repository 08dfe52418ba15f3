import { type FieldPath, fieldLabel, type Leftover } from '../../api/site-content.ts'
import { currencyName } from '../../content/amounts.ts'
import type { Files } from '../../content/files.ts'
import { languageFile } from '../../content/languages.ts'
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
  label(field: FieldPath): string
}

function readingOf(files: Files, path: string): readonly Reading[] {
  const text = files[path] ?? ''
  const document = documentOf(path, text)
  const read = document && readValue(path, text, document.schema)
  if (document === undefined || !read?.ok) return []
  return [
    { path, name: document.name, texts: textsIn(read.value), label: (field) => fieldLabel(field, document.schema, read.value) },
  ]
}

/** The fields by which a page calls something: people, companies, cohorts, programmes, ourselves, our place. */
const nameFields: readonly unknown[] = ['name', 'nativeName', 'label', 'title', 'area', 'city', 'region', 'country']

/** What is a name only where it stands: profiles, and the terms on a paper. */
const notNames: readonly unknown[] = ['social', 'lines', 'last', 'waves', 'pages']

/** Figures, whose labels are words that every page has. */
const figures = ['content/stats.yaml', 'content/claims.yaml']

const namesIn = (readings: readonly Reading[]): readonly string[] =>
  readings.flatMap(({ path, texts }) =>
    texts
      .filter(({ field }) => (figures.includes(path) ? ['value'] : nameFields).includes(field.at(-1)))
      .filter(({ field }) => !field.some((part) => notNames.includes(part)))
      .map(({ text }) => text),
  )

/** The pages that a site does not have. */
const missing = (files: Files): readonly string[] =>
  readingOf(files, 'content/site.yaml').flatMap(({ texts }) =>
    texts.filter(({ field }) => field[0] === 'without').map(({ text }) => `/${text}`),
  )

/** The labels of links to pages that the site does not have any more. */
function lostPages(before: Files, after: Files): readonly string[] {
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

/** What texts count, when there are fewer programmes: three programmes, four ways. */
const countsIn = (readings: readonly Reading[]): readonly string[] =>
  readings.flatMap(({ texts }) => texts.flatMap(({ text }) => text.match(/\b(?:three|four) (?:ways|programmes)\b/gi) ?? []))

/** The names of the languages that the site does not have any more. */
function lostLanguages(before: Files, after: Files): readonly string[] {
  const [old, now] = [before, after].map(
    (files) => new Set(Object.entries(files).flatMap(([path, text]) => (text === '' ? [] : (languageFile(path)?.code ?? [])))),
  )
  const names = new Intl.DisplayNames('en', { type: 'language' })
  return [...(old ?? [])].filter((code) => !now?.has(code)).flatMap((code) => names.of(code) ?? [])
}

const isLetter = (sign: string | undefined): boolean => /[\p{L}\p{N}]/u.test(sign ?? '')

/** Whether a text has words as such, and not as a part of longer ones. A sign such as ₹ is none. */
const isWordIn = (text: string, words: string): boolean => {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const isPart = isLetter(words[0]) && isLetter(text[at - 1])
    if (!isPart && !(isLetter(words.at(-1)) && isLetter(text[at + words.length]))) return true
  }
  return false
}

/** The sign and the name of a currency that the site does not have any more. Dollars are also the amounts of programmes. */
function lostCurrency(before: Files, after: Files): readonly string[] {
  const [old, now] = [before, after].map((files) => {
    const read = readingOf(files, 'content/site.yaml')[0]?.texts
    const textAt = (key: string): string => read?.find(({ field }) => field.join() === key)?.text ?? ''
    return { currency: textAt('currency'), language: textAt('language') }
  })
  if (old === undefined || old.currency === now?.currency || !/^[A-Z]{3}$/.test(old.currency)) return []
  const parts = new Intl.NumberFormat(old.language, {
    style: 'currency',
    currency: old.currency,
    currencyDisplay: 'narrowSymbol',
  })
  const sign = parts.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? ''
  const plural = currencyName(old)
  return [plural, plural.replace(/s$/, ''), ...(sign === '$' ? [] : [sign])]
}

/**
 * Where the site still says a name that the documents at `paths` say no more, or names a page that it does not have any more. It is listed before a
 * publish, which it does not keep from happening: a name may stand there for a reason.
 */
export function leftovers(before: Files, after: Files, paths: readonly string[]): readonly Leftover[] {
  const still = [...new Set(namesIn(paths.flatMap((path) => readingOf(after, path))))]
  const removed = namesIn(paths.flatMap((path) => readingOf(before, path))).filter((name) => !still.includes(name))
  const lost = lostPages(before, after)
  const names = [...removed, ...lost].filter((name) => name.length > 2)
  const counts = lost.length === 0 ? [] : countsIn(Object.keys(after).flatMap((path) => readingOf(after, path)))
  const isSite = paths.includes('content/site.yaml')
  // What is of a country that ends in a is Indian, Kenyan.
  const people = names.filter((name) => name.endsWith('a')).map((name) => `${name}n`)
  const words = [
    ...new Set([...names, ...people, ...counts, ...lostLanguages(before, after), ...(isSite ? lostCurrency(before, after) : [])]),
  ]
  if (words.length === 0) return []
  // A name that became longer is said where the longer one is.
  const longer = new Map(removed.map((word) => [word, still.filter((name) => isWordIn(name, word))]))
  const stands = (text: string, word: string): boolean =>
    isWordIn(longer.get(word)?.reduce((left, name) => left.replaceAll(name, ' '), text) ?? text, word)
  const unseen = missing(after).flatMap((page) => [
    ...['pages', 'programs'].map((folder) => `content/${folder}${page}.yaml`),
    ...(page === '/blog' ? ['content/posts/'] : []),
    ...(page === '/mentors' ? ['content/mentors.yaml'] : []),
  ])
  // Only documents with the longest part of a word are read.
  const parts = words.flatMap((each) => each.match(/[\p{L}\p{N}]+/gu)?.toSorted((a, b) => b.length - a.length)[0] ?? each)
  return Object.entries(after)
    .filter(([path, text]) => !unseen.some((start) => path.startsWith(start)) && parts.some((part) => text.includes(part)))
    .map(([path]) => path)
    .flatMap((path) => readingOf(after, path))
    .flatMap(({ path, name, texts, label }) =>
      texts
        .filter(({ field }) => !(path === 'content/site.yaml' && ['label', 'to'].includes(String(field.at(-1)))))
        .flatMap(({ field, text }) =>
          words.filter((each) => stands(text, each)).map((each) => ({ path, name, field, label: label(field), words: each })),
        ),
    )
}
