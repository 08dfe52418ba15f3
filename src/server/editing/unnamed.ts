import type { FieldFault, FieldPath } from '../../api/site-content.ts'
import type { Files } from '../../content/files.ts'
import type { Unnamed } from '../database/stored.ts'
import { documentOf } from './documents.ts'
import { readValue } from './values.ts'

type Entry = { readonly name?: unknown; readonly companies?: readonly Entry[] }

const keyOf = (name: unknown): string => String(name).trim().toLowerCase()

/** The companies that a document names, with their places in it. */
function namesIn(files: Files, path: string): readonly (readonly [field: FieldPath, name: string])[] {
  const text = files[path] ?? ''
  const document = documentOf(path, text)
  const read = document && readValue(path, text, document.schema)
  const entries = read?.ok && Array.isArray(read.value) ? (read.value as readonly Entry[]) : []
  if (path === 'content/portfolio.yaml') return entries.map(({ name }, at) => [[at, 'name'], keyOf(name)])
  if (path !== 'content/cohorts.yaml') return []
  return entries.flatMap(({ companies = [] }, at) =>
    companies.map(({ name }, n) => [[at, 'companies', n, 'name'], keyOf(name)] as const),
  )
}

/** That documents name a company whose founder took consent back, or would newly name one whose founder did not agree. */
export function unnamedFaults(
  { unnamed, live }: { readonly unnamed: readonly Unnamed[]; readonly live: Files },
  files: Files,
  paths: readonly string[],
): readonly FieldFault[] {
  if (unnamed.length === 0) return []
  return paths.flatMap((path) => {
    const before = new Set(namesIn(live, path).map(([, name]) => name))
    return namesIn(files, path).flatMap(([field, name]) => {
      const own = unnamed.find((each) => keyOf(each.name) === name)
      if (own === undefined || (!own.isEnded && before.has(name))) return []
      const message = own.isEnded
        ? `${own.name} took back its consent to be shown: take it out`
        : `${own.name} did not agree to be shown: take it out`
      return [{ path, field, message }]
    })
  })
}
