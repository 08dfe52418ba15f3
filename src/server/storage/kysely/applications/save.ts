import type { Change } from '../../../../applications/moves.ts'
import type { Engine } from '../engine.ts'
import { count } from './counters.ts'
import { draft, record } from './draft.ts'
import { changeable } from './row.ts'

/** See port.ts. The saved application is at the next revision. */
export const save = (engine: Engine, { application, entry, outbox }: Change): Promise<'saved' | 'stale'> =>
  engine.write(async (trx) => {
    const { id, revision } = application
    await engine.lock(trx, `application:${id}`)
    const before = await trx
      .selectFrom('applications')
      .select(['form_type', 'status'])
      .where('id', '=', id)
      .where('revision', '=', revision)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (before === undefined) return 'stale'
    await engine.together(trx, [
      trx
        .updateTable('applications')
        .set({ ...changeable(application), revision: revision + 1 })
        .where('id', '=', id),
      record(trx, id, revision + 1, entry),
      ...draft(trx, outbox, revision + 1, entry.at),
      ...(before.status === application.status
        ? []
        : count(trx, engine.shards, before.form_type, { [before.status]: -1, [application.status]: 1 })),
    ])
    return 'saved'
  })
