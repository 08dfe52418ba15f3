import { second } from '../../shared/dates.ts'
import type { Applications, News } from '../storage/applications-port.ts'

/** How often is looked while someone listens, milliseconds. */
const pauseMs = second / 2
/** How far back each look goes: a transaction may end some seconds after the moment that it is dated, and clocks of nodes differ. */
const overlapMs = 10 * second
/** More than this at once is told as `many`: whoever listens asks for the list instead. */
const mostTold = 200

/** What happened since one was last told; `many`: more than can be told one by one. */
export interface Told {
  readonly news: readonly News[]
  readonly many: boolean
}

export interface Watch {
  /** Calls `told` with what happens from now on, and at once with that of the last seconds; returns what ends it. */
  listen(told: (what: Told) => void): () => void
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
  const listeners = new Set<(what: Told) => void>()
  let recent: readonly News[] = []
  let looked = 0
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  const tell = (what: Told): void => {
    for (const told of listeners) told(what)
  }

  async function look(): Promise<void> {
    const at = now().getTime()
    // After an outage: everything since the last look that succeeded.
    const since = new Date(Math.min(at, looked || at) - overlapMs)
    const found = await applications.newsSince(since, mostTold + 1)
    const known = new Set(recent.map(keyOf))
    const news = found.filter((one) => !known.has(keyOf(one))).reverse()
    const first = looked === 0
    looked = at
    recent = found
    if (news.length > mostTold) tell({ news: [], many: !first })
    else if (news.length > 0) tell({ news, many: false })
  }

  async function goOn(): Promise<void> {
    try {
      await look()
      isFailing = false
    } catch (error) {
      if (!isFailing) failed(error)
      isFailing = true
    }
    timer = listeners.size > 0 ? setTimeout(goOn, pauseMs).unref() : undefined
    if (timer === undefined) {
      recent = []
      looked = 0
    }
  }

  return {
    listen(told) {
      if (recent.length > 0) told({ news: [...recent].reverse(), many: false })
      listeners.add(told)
      timer ??= setTimeout(goOn, 0).unref()
      return () => {
        listeners.delete(told)
      }
    },
  }
}
