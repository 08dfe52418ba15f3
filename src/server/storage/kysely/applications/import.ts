import type { Compilable } from 'kysely'
import type { Forms } from '../../../../forms/definitions/all.ts'
import type { Applications, ImportedApplication } from '../../applications-port.ts'
import { labelsOf } from '../../search-text.ts'
import type { Engine } from '../engine.ts'
import { insertOutboxEntries } from '../outbox/insert.ts'
import { isErased, lettersStoppedAt } from '../persons/record.ts'
import { partitionOf } from '../search/index-entry.ts'
import type { Db } from '../tables.ts'
import { encodeText } from '../text-encoding.ts'
import { updateCounters } from './counters.ts'
import { insertHistory } from './history.ts'
import { acknowledgementRow, applicationRow } from './insertion.ts'
import { insertPersonKeys } from './person-keys.ts'

/** The writes of a new application, without its row, files and idempotency key. */
const writesOf = (engine: Engine, trx: Db, { change }: ImportedApplication): readonly Compilable[] => {
  const { application, entry, outbox } = change
  return [
    ...insertPersonKeys(trx, application),
    insertHistory(trx, application.id, application.revision, entry),
    trx
      .insertInto('acknowledgements')
      .values(acknowledgementRow(change))
      .onConflict((conflict) => conflict.column('application_id').doUpdateSet({ ended_at: null, ended_as: null })),
    ...insertOutboxEntries(trx, outbox, application.revision, entry.at),
    ...updateCounters(trx, engine.shards, application.formType, { [application.status]: 1 }),
  ]
}

/** See applications-port.ts. A deleted application counts as stored until it is purged. */
export function importApplication(
  engine: Engine,
  forms: Forms | undefined,
  imported: ImportedApplication,
): ReturnType<Applications['import']> {
  const { application } = imported.change
  const { personHashes = [] } = imported
  const labels = labelsOf(application.answers, forms?.[application.formType])
  return engine.write(async (trx) => {
    if (await isErased(trx, encodeText(application.id), application.submittedAt, personHashes)) return 'erased'
    const lettersStopped = (await lettersStoppedAt(trx, encodeText(application.id), personHashes)) ?? application.lettersStoppedAt
    const change = { ...imported.change, application: { ...application, lettersStoppedAt: lettersStopped } }
    const values = applicationRow(change, imported.duplicate, labels)
    const { seq } = await trx.selectNoFrom((eb) => eb.parens(engine.nextSeq).as('seq')).executeTakeFirstOrThrow()
    const row = { ...values, seq, volume: partitionOf(seq) }
    const inserted = await trx
      .insertInto('applications')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows !== 1n) return 'already_there'
    await engine.together(trx, [...engine.search.insert(trx, row), ...writesOf(engine, trx, imported)])
    return 'imported'
  })
}
