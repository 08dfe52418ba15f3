import { entryName } from '../../api/site-content.ts'
import type { Files } from '../../content/files.ts'
import { placeholderFiles } from '../../content/placeholders.ts'
import { postDay } from '../../content/post-days.ts'
import type { Site } from '../../content/schema/site.ts'
import { pageOf } from '../../server/editing/document-pages.ts'
import { type Document, documentOf, groups, isPost } from '../../server/editing/documents.ts'
import { type Desk, draftFiles, stateOf, textOf, waitingOf } from '../../server/editing/editor.ts'
import { readValue } from '../../server/editing/values.ts'
import { formFile, formPage, formTypes } from '../../shared/form-types.ts'
import type { DocumentSummary, EntrySummary } from './api.ts'

/** The entries of a document that is a list: people, companies, cohorts, questions. */
function entriesOf({ path, schema }: Document, text: string): readonly EntrySummary[] {
  const read = schema.type === 'array' ? readValue(path, text, schema) : undefined
  if (!read?.ok || !Array.isArray(read.value)) return []
  return read.value.map((entry: Readonly<Record<string, unknown>> | null) => ({
    name: entryName(entry),
    about: String(entry?.role ?? entry?.title ?? entry?.category ?? entry?.status ?? ''),
    picture: String(entry?.image ?? entry?.logo ?? ''),
  }))
}

/** Who we are, as it is edited; empty while it cannot be read. */
function siteOf(files: Files): Partial<Site> {
  const path = 'content/site.yaml'
  const document = documentOf(path, files[path] ?? '')
  const read = document && readValue(path, files[path] ?? '', document.schema)
  return read?.ok ? (read.value as Partial<Site>) : {}
}

/** The page without which nobody sees a document, as its path; undefined for one that several pages use. */
function onlyPageOf(path: string): string | undefined {
  const [, folder = '', stem = '', form] = /^content\/(?:(\w+)\/)?([\w-]+)(?:\.(\w+))?\.\w+$/.exec(path) ?? []
  const type = formTypes.find((each) => path === `content/${formFile(each)}` || each === form)
  if (type !== undefined) return formPage(type)
  if (folder === 'pages' || folder === 'programs') return `/${stem}`
  return folder === 'posts' ? '/blog' : undefined
}

/** Whether nobody sees a document, because the site does not have its page. */
export const isOff = (path: string, without: readonly string[]): boolean =>
  without.some((page) => onlyPageOf(path) === `/${page}`) || without.some((page) => path === `content/${page}.yaml`)

/** The pages that the site does not have, as they are edited. */
export const withoutIn = (files: Files): readonly string[] => siteOf(files).without ?? []

/** The pages in the order in which visitors find them: those of the menu, then those of the footer. */
function menuOf({ navigation = [], apply, footer = [] }: Partial<Site>): readonly string[] {
  const links = [...navigation, ...(apply ? [apply] : []), ...footer.flatMap((group) => group.links)]
  return [...new Set(['/', ...links.map(({ to }) => to)])]
}

/** All documents, by group: the pages as in the menu, posts by their day. */
export function summaries(desk: Desk): readonly DocumentSummary[] {
  const drafts = draftFiles(desk)
  const site = siteOf(drafts)
  const menu = menuOf(site)
  const placeOf = (page: string): number => (menu.includes(page) ? menu.indexOf(page) : menu.length)
  const placeholders = placeholderFiles(drafts)
  const paths = [...new Set([...Object.keys(desk.live), ...Object.keys(drafts)])]
  return paths
    .flatMap((path) => {
      const document = documentOf(path, textOf(desk, path) || (desk.live[path] ?? ''))
      if (document === undefined) return []
      const { group, name } = document
      const draft = desk.drafts.get(path)
      if ((draft?.text ?? null) === null && isOff(path, site.without ?? [])) return []
      const entries = entriesOf(document, drafts[path] ?? '')
      return [
        {
          ...{ path, group, name, state: stateOf(desk, path), placeholder: placeholders.includes(path) },
          savedAt: draft && draft.text !== null ? draft.savedAt.toISOString() : null,
          page: ['Pages', 'Posts', 'Forms'].includes(group) ? pageOf(path) : '',
          ...(isPost(path) && {
            post: { date: postDay(drafts[path] ?? '') ?? '', featured: /^featured: true$/m.test(drafts[path] ?? '') },
          }),
          ...(entries.length > 0 && { entries }),
          waiting: waitingOf(desk, path),
        },
      ]
    })
    .toSorted(
      (a, b) =>
        groups.indexOf(a.group as never) - groups.indexOf(b.group as never) ||
        placeOf(a.page) - placeOf(b.page) ||
        (b.post?.date ?? '').localeCompare(a.post?.date ?? '') ||
        a.name.localeCompare(b.name),
    )
}
