import { sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'

/** When the reviewer is busy: no slot is offered then. */
export async function busy(trx: Db, { types: { moment } }: Pick<Engine, 'types'>): Promise<void> {
  await sql.raw(`create table busy_times (starts_at ${moment} not null, ends_at ${moment} not null)`).execute(trx)
}
