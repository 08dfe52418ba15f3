import type { Lists, News } from '../../server/records/applications/lists.ts'
import { second } from '../../shared/dates.ts'

/** The time between two polls while there are listeners. */
const pauseMs = second / 2
/** How far back each poll reads: a transaction may commit some seconds after the time of its entries, and the clocks of nodes differ. */
const overlapMs = 10 * second
/** More entries than this in one poll are reported as `many`: listeners then reload the list. */
const maxNews = 200

/** The changes since the last notification. `many`: too many to list. */
interface Notification {
  readonly news: readonly News[]
  readonly many: boolean
}

/** Notifies listeners of changes by all nodes. */
export interface Watch {
  /** Calls `listener` with the changes of the last seconds, and from then on with new ones. @returns a function that unsubscribes */
  subscribe(listener: (notification: Notification) => void): () => void
}

const keyOf = ({ id, revision }: News): string => `${id}:${revision}`

/** Finds changes by polling the database twice a second, but only while there are listeners (docs/decisions/0100). */
export function createWatch(applications: Pick<Lists, 'newsSince'>, now: () => Date, failed: (error: unknown) => void): Watch {
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
    // After an outage: everything since the last successful poll.
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
