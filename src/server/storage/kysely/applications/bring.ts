import type { BroughtApplication } from '../../port.ts'
import type { SearchText } from '../../search-text.ts'
import type { Engine } from '../engine.ts'
import { volumeOf } from '../search/volumes.ts'
import { newRow } from './add.ts'
import { count } from './counters.ts'
import { draft, record } from './draft.ts'
import { know } from './related.ts'

/** See port.ts. One that was deleted and can still be taken back is there, too. */
export function bring(
  engine: Engine,
  searchText: SearchText,
  { change, duplicate }: BroughtApplication,
): Promise<'brought' | 'already_there'> {
  const { application, entry, outbox } = change
  const { id } = application
  const told = newRow(searchText, application, duplicate)
  return engine.write(async (trx) => {
    const { seq } = await trx.selectNoFrom((eb) => eb.parens(engine.nextSeq).as('seq')).executeTakeFirstOrThrow()
    const row = { ...told, seq, volume: volumeOf(seq) }
    const written = await trx
      .insertInto('applications')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (written.numInsertedOrUpdatedRows !== 1n) return 'already_there'
    await engine.together(trx, [
      ...engine.search.add(trx, row),
      ...know(trx, application),
      record(trx, id, application.revision, entry),
      ...draft(trx, outbox, application.revision, entry.at),
      ...count(trx, engine.shards, application.formType, { [application.status]: 1 }),
    ])
    return 'brought'
  })
}
