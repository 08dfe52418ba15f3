import type { FieldPath } from '../../../api/site-content.ts'
import { formatDay, formatMoment } from '../../../dashboard/labels.ts'
import { serverNow } from '../../../dashboard/server-time.ts'
import { dayOf } from '../../../shared/dates.ts'
import type { DocumentSummary, SiteResponse } from '../api.ts'

/** The address of a document at the desk, or of one of its fields. */
export const hrefOf = (path: string, field?: FieldPath): string =>
  `#${path}${field === undefined ? '' : `@${encodeURIComponent(JSON.stringify(field))}`}`

/** How long ago something was, in words. `at` is ISO 8601. */
export function ago(at: string): string {
  const minutes = Math.floor((serverNow().getTime() - Date.parse(at)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} ${hours === 1 ? 'hour' : 'hours'} ago` : `on ${formatDay(at)}`
}

/** What became of a document, and when: `Draft, 4 minutes ago`, `Live, 28 Nov 2026`. */
export function stateWords({ path, state, savedAt, waiting, post }: DocumentSummary, { publishes }: SiteResponse): string {
  const last = publishes.find(({ revision, documents }) => revision !== null && documents.includes(path))
  const isToCome = post !== undefined && post.date > dayOf(serverNow())
  return [
    ...(state === 'draft' && savedAt !== null ? [`Draft, ${ago(savedAt)}`] : []),
    ...waiting.map(({ dueAt }) => `Waits for ${formatMoment(dueAt)}`),
    ...(state === 'draft' || state === 'scheduled'
      ? []
      : [isToCome ? `Appears ${formatDay(post.date)}` : last ? `Live, ${formatDay(last.at)}` : '']),
  ].join(' · ')
}
