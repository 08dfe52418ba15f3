import type { ImportedApplication } from '../../port.ts'
import type { SearchText } from '../../search-text.ts'
import type { Engine } from '../engine.ts'
import { insertHistory, insertOutboxEntries } from '../outbox/insert.ts'
import { partitionOf } from '../search/partitions.ts'
import { newRow } from './add.ts'
import { updateCounters } from './counters.ts'
import { insertPersonKeys } from './person-keys.ts'

/** See port.ts. One that was deleted and can still be taken back is there, too. */
export function importApplication(
  engine: Engine,
  searchText: SearchText,
  { change, duplicate }: ImportedApplication,
): Promise<'imported' | 'already_there'> {
  const { application, entry, outbox } = change
  const { id } = application
  const inserted = newRow(searchText, application, duplicate)
  return engine.write(async (trx) => {
    const { seq } = await trx.selectNoFrom((eb) => eb.parens(engine.nextSeq).as('seq')).executeTakeFirstOrThrow()
    const row = { ...inserted, seq, volume: partitionOf(seq) }
    const written = await trx
      .insertInto('applications')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (written.numInsertedOrUpdatedRows !== 1n) return 'already_there'
    await engine.together(trx, [
      ...engine.search.insert(trx, row),
      ...insertPersonKeys(trx, application),
      insertHistory(trx, id, application.revision, entry),
      ...insertOutboxEntries(trx, outbox, application.revision, entry.at),
      ...updateCounters(trx, engine.shards, application.formType, { [application.status]: 1 }),
    ])
    return 'imported'
  })
}
