import { languageFile } from '../../content/languages.ts'
import type { Parts } from '../../languages/gaps.ts'
import { lacking } from '../../languages/lacking.ts'
import { pageOf } from '../../server/editing/document-pages.ts'
import { documentOf } from '../../server/editing/documents.ts'
import { type Desk, draftFiles } from '../../server/editing/editor.ts'
import { faultsOf } from '../../server/editing/faults.ts'
import { type Reading, readingsOf } from '../../server/editing/languages.ts'
import { readValue } from '../../server/editing/values.ts'
import type { Publish } from '../../server/records/edits/published.ts'
import { dayOf } from '../../shared/dates.ts'
import { type FormType, formFile, formTypes } from '../../shared/form-types.ts'
import type { LanguageRecord, PartRecord } from './api.ts'

const pagesApart = ['/apply', '/terms', '/privacy'] as const

const textsOf = ({ shared, forms, pages }: Parts): readonly (readonly [PartRecord['part'], readonly string[]])[] => [
  ['shared', shared],
  ...formTypes.map((type) => [type, forms[type]] as const),
  ...pagesApart.map((path) => [path, pages[path] ?? []] as const),
]

const pathOf = (part: PartRecord['part']): string | null => {
  if (part === 'shared') return null
  return part.startsWith('/') ? part : pageOf(`content/${formFile(part as FormType)}`)
}

const isLive = ({ language, parts, served }: Reading, part: PartRecord['part']): boolean => {
  if (part === 'shared') return served.length > 0
  if (part.startsWith('/')) return served.length > 0 && lacking(language, parts.pages[part] ?? []).length === 0
  return served.some((type) => type === part)
}

/** The last publish after a day that changed sentences of a language. */
const changedSince = (publishes: readonly Publish[], code: string, day: string | undefined): string | null => {
  const last = publishes.find(
    ({ revision, paths, at }) =>
      revision !== null &&
      dayOf(at) >= (day ?? '') &&
      paths.some((path) => languageFile(path)?.code === code && languageFile(path)?.name !== 'language'),
  )
  return day === undefined ? null : (last?.at.toISOString() ?? null)
}

/** What each language says and lacks, as it is edited now, and what of it is live. */
export function reportOf(desk: Desk, publishes: readonly Publish[]): readonly LanguageRecord[] {
  const files = draftFiles(desk)
  const live = readingsOf(desk.live)
  const faults = faultsOf(files, desk.pictures)
  return [...readingsOf(files)].map(([code, { language, parts, missing }]) => {
    const texts = textsOf(parts)
    const own = Object.keys(files).filter((path) => languageFile(path)?.code === code)
    const differing = faults.filter(({ path }) => own.includes(path))
    const gaps = [
      ...missing.map(({ written, english, path, was, source }) => ({
        ...{ english: written, path, was: was?.written ?? null, differs: '' },
        parts: texts.flatMap(([part, sentences]) => (sentences.includes(english) ? [part] : [])),
        source: source
          ? { path: source.path, field: source.field, name: documentOf(source.path, files[source.path] ?? '')?.name ?? '' }
          : null,
      })),
      ...differing.map(({ path, field, message }) => ({
        ...{ english: String(field[0] ?? ''), path, was: null, differs: message, parts: [], source: null },
      })),
    ]
    const now = live.get(code)
    return {
      ...{ code, name: language.name, read_by: language.readBy, read_on: language.readOn ?? null },
      changed_at: changedSince(publishes, code, language.readOn),
      parts: texts.map(([part, sentences]) => {
        const all = new Set(sentences).size
        return {
          part,
          path: pathOf(part),
          all,
          translated: all - lacking(language, sentences).length,
          live: now !== undefined && isLive(now, part),
        }
      }),
      gaps,
      documents: own.map((path) => {
        const document = documentOf(path, files[path] ?? '')
        const read = document && readValue(path, files[path] ?? '', document.schema)
        const isHead = languageFile(path)?.name === 'language'
        return {
          ...{ path, name: document?.name ?? path },
          sentences: read?.ok && !isHead ? Object.keys(read.value as object).length : null,
        }
      }),
    }
  })
}
