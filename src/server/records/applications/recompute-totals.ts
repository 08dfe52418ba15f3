import { sql } from 'kysely'
import type { Scores } from '../../../applications/application.ts'
import type { FormType } from '../../../shared/form-types.ts'
import type { Engine } from '../../database/engine.ts'
import { tenths } from './row.ts'

/** Applications per transaction. */
const batchSize = 500

/** See port.ts. Scores are saved with their total, so scores that are saved meanwhile have the correct total. */
export async function recomputeTotals(
  engine: Engine,
  formType: FormType,
  totalOf: (scores: Scores) => number | null,
): Promise<boolean> {
  let differed = false
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
        differed = true
        // Scores that changed since the read already have their total.
        await trx
          .updateTable('applications')
          .set({ total_score: total })
          .where('seq', '=', seq)
          .where('scores', '=', scores)
          .execute()
      }
      return rows.at(-1)?.seq
    })
    if (last === undefined) return differed
    after = last
  }
}
