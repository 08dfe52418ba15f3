import { sql } from 'kysely'
import type { Applications } from '../../applications-port.ts'
import type { Engine } from '../engine.ts'
import { tenths } from './row.ts'

/** Applications whose totals are written in one transaction. */
const batchSize = 500

/** See applications-port.ts. Scores are saved with their total, so one that is saved meanwhile is right in any order. */
export async function retotal(engine: Engine, ...[formType, totalOf]: Parameters<Applications['retotal']>): Promise<void> {
  for (let after = 0; ; ) {
    const last = await engine.write(async (trx) => {
      const rows = await trx
        .selectFrom('applications')
        .select(['seq', 'scores', 'total_score'])
        .where('form_type', '=', formType)
        .where(sql<boolean>`scores <> '{}'`)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(batchSize)
        .execute()
      for (const { seq, scores, total_score } of rows) {
        const total = tenths(totalOf(JSON.parse(scores)))
        if (total === total_score) continue
        // Of scores that were saved since they were read, the total is known already.
        await trx
          .updateTable('applications')
          .set({ total_score: total })
          .where('seq', '=', seq)
          .where('scores', '=', scores)
          .execute()
      }
      return rows.at(-1)?.seq
    })
    if (last === undefined) return
    after = last
  }
}
