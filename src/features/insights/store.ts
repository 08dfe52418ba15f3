import { sql } from 'kysely'
import type { Engine } from '../../server/database/engine.ts'
import type { Visit } from '../../server/http/visit.ts'
import { dayOf } from '../../shared/dates.ts'

/** What is counted of a page on a day. */
export interface Counted {
  readonly day: string
  readonly page: string
  readonly seen: number
  readonly begun: number
}

/** Programs that say so. Others count as people. */
const program =
  /bot|crawl|spider|slurp|preview|scan|monitor|headless|lighthouse|curl|wget|python|java\/|go-http|node|axios|facebookexternalhit|whatsapp/i

/** Pages of the desk, and those behind a private link, are not counted. */
const isCounted = (page: string): boolean => !/^\/(?:\w{2}\/)?(?:app|admin|my|entry|refused|404)(?:\/|$)/.test(page)

/** Counts visits in memory, and adds them to the database: a crowd costs a number in a map. What a process has not written when it is killed is lost. */
export function visitCounter(engine: Engine, now: () => Date) {
  let waiting = new Map<string, { seen: number; begun: number }>()
  const add = (key: string, seen: number, begun: number): void => {
    const before = waiting.get(key) ?? { seen: 0, begun: 0 }
    waiting.set(key, { seen: before.seen + seen, begun: before.begun + begun })
  }
  return {
    count({ kind, page, agent = '' }: Visit): void {
      if (agent === '' || program.test(agent) || !isCounted(page)) return
      add(`${dayOf(now())} ${page}`, kind === 'seen' ? 1 : 0, kind === 'begun' ? 1 : 0)
    },
    /** Writes what was counted since the last time. What cannot be written is counted again. */
    async write(): Promise<void> {
      if (waiting.size === 0) return
      const counted = [...waiting].map(([key, counts]) => ({ day: key.slice(0, 10), page: key.slice(11), ...counts }))
      waiting = new Map()
      try {
        await engine.write((trx) =>
          trx
            .insertInto('visits')
            .values(counted)
            .onConflict((conflict) =>
              conflict.columns(['day', 'page']).doUpdateSet({
                seen: sql`visits.seen + excluded.seen`,
                begun: sql`visits.begun + excluded.begun`,
              }),
            )
            .execute(),
        )
      } catch (error) {
        for (const { day, page, seen, begun } of counted) add(`${day} ${page}`, seen, begun)
        throw error
      }
    },
    /** From a day on, and up to one; the latest first, the most visited page of a day first. */
    between: (from: string, to: string): Promise<readonly Counted[]> =>
      engine.read
        .selectFrom('visits')
        .selectAll()
        .where('day', '>=', from)
        .where('day', '<=', to)
        .orderBy('day', 'desc')
        .orderBy('seen', 'desc')
        .orderBy('page')
        .execute(),
  }
}

export type VisitCounter = ReturnType<typeof visitCounter>
