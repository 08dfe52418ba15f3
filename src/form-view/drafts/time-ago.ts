import { day, hour, minute } from '../../shared/dates.ts'

/** `just now`, `2 min ago`, `3 h ago`, `2 days ago`. */
export function timeAgo(ms: number): string {
  if (ms < minute) return 'just now'
  if (ms < hour) return `${Math.floor(ms / minute)} min ago`
  if (ms < day) return `${Math.floor(ms / hour)} h ago`
  const days = Math.floor(ms / day)
  return days === 1 ? '1 day ago' : `${days} days ago`
}
