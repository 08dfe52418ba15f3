import { second } from '../../shared/dates.ts'
import type { Applications, News } from '../storage/applications-port.ts'

/** How often is looked while someone listens, milliseconds. */
const pauseMs = second / 2
/** How far back each look goes: a transaction may end some seconds after the moment that it is dated, and clocks of nodes differ. */
const overlapMs = 10 * second
/** More than this at once is told as `many`: whoever listens asks for the list instead. */
const maxNews = 200

/** What happened since one was last told; `many`: more than can be told one by one. */
interface Notification {
  readonly news: readonly News[]
  readonly many: boolean
}

/** Tells of changes as they happen, whichever node made them. */
export interface Watch {
  /** Calls `told` with what happens from now on, and at once with that of the last seconds; returns what ends it. */
  subscribe(listener: (notification: Notification) => void): () => void
}

const keyOf = ({ id, revision }: News): string => `${id}:${revision}`

/**
 * Sees what this and every other node writes, by asking the database twice a second while someone listens, and not at all while nobody
 * does (docs/decisions/0100).
 */
export function createWatch(
  applications: Pick<Applications, 'newsSince'>,
  now: () => Date,
  failed: (error: unknown) => void,
): Watch {
  const listeners = new Set<(notification: Notification) => void>()
  let recent: readonly News[] = []
  let lastPoll = 0
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  const notify = (notification: Notification): void => {
    for (const listener of listeners) listener(notification)
  }

  async function poll(): Promise<void> {
    const at = now().getTime()
    // After an outage: everything since the last look that succeeded.
    const since = new Date(Math.min(at, lastPoll || at) - overlapMs)
    const latest = await applications.newsSince(since, maxNews + 1)
    const seen = new Set(recent.map(keyOf))
    const news = latest.filter((item) => !seen.has(keyOf(item))).reverse()
    const first = lastPoll === 0
    lastPoll = at
    recent = latest
    if (news.length > maxNews) notify({ news: [], many: !first })
    else if (news.length > 0) notify({ news, many: false })
  }

  async function run(): Promise<void> {
    try {
      await poll()
      isFailing = false
    } catch (error) {
      if (!isFailing) failed(error)
      isFailing = true
    }
    timer = listeners.size > 0 ? setTimeout(run, pauseMs).unref() : undefined
    if (timer === undefined) {
      recent = []
      lastPoll = 0
    }
  }

  return {
    subscribe(listener) {
      if (recent.length > 0) listener({ news: [...recent].reverse(), many: false })
      listeners.add(listener)
      timer ??= setTimeout(run, 0).unref()
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
