import type { Files } from '../../content/files.ts'
import { exampleFiles } from '../../content/placeholders.ts'

/** The pages that have nothing to show without the invented people, companies and posts. */
export const pagesOfExamples = ['portfolio', 'team', 'mentors', 'blog'] as const

/** Lists of people and companies that ship invented, every one. */
const lists = ['content/team.yaml', 'content/mentors.yaml', 'content/portfolio.yaml']

/** What pages say about those people and companies, and the rows of figures, by the key that is removed or emptied. */
const removed = ['stories', 'brief']
const emptied = ['companies', 'mentors']

const isInvented = (value: unknown): boolean => (value as { invented?: unknown } | null)?.invented === true

/** A value of content/pages or content/programs without papers that are invented, and without the names of invented companies and mentors. */
const withoutNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !removed.includes(key) && !isInvented(inner) && !(key === 'company' && typeof inner === 'string'))
      .map(([key, inner]) => [key, emptied.includes(key) && Array.isArray(inner) ? [] : withoutNames(inner)]),
  )
}

/** Whether a site still has the invented people and companies. */
export const hasExamples = (files: Files): boolean => exampleFiles(files).some((path) => lists.includes(path))

/**
 * What the documents become without the invented people, companies, posts and figures: a value by path, null for a post, which is removed. The headings and
 * sentences of the pages stay.
 * @param read reads a document
 */
export function withoutExamples(files: Files, read: (path: string) => unknown): Readonly<Record<string, unknown>> {
  const paths = Object.keys(files).filter((path) => files[path] !== '')
  const pages = paths.filter((path) => /^content\/(?:pages|programs)\//.test(path))
  const { scopes } = read('content/stats.yaml') as { scopes: object }
  return {
    ...Object.fromEntries(lists.map((path) => [path, []])),
    ...Object.fromEntries(paths.filter((path) => path.startsWith('content/posts/')).map((path) => [path, null])),
    'content/claims.yaml': {},
    'content/stats.yaml': {
      ...Object.fromEntries(Object.keys(scopes).flatMap((row) => (row === 'claims' ? [] : [[row, []]]))),
      scopes,
    },
    ...Object.fromEntries(
      pages.flatMap((path) => {
        const value = read(path)
        const next = withoutNames(value)
        return JSON.stringify(next) === JSON.stringify(value) ? [] : [[path, next]]
      }),
    ),
  }
}
