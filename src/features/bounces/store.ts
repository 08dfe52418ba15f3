import { sql } from 'kysely'
import type { Engine } from '../../server/database/engine.ts'
import type { Stored } from '../../server/database/stored.ts'
import type { Db } from '../../server/database/tables.ts'
import { decodeText, encodeText } from '../../server/database/text-encoding.ts'
import { emailKey } from '../../server/records/applications/row.ts'
import type { MailEvent } from './events.ts'

/** What is known about the letters to an address of an application. */
export type Fate = Pick<MailEvent, 'kind' | 'at' | 'reason'>

/** What became of letters. It is about the address: a corrected one has no fate yet. */
export interface Bounces {
  of(applicationId: string, email: string): Promise<Fate | undefined>
  /** Writes the fate in place of an earlier one. */
  put(trx: Db, applicationId: string, email: string, fate: Fate): Promise<void>
}

export const bounces = (engine: Engine): Bounces => ({
  async of(applicationId, email) {
    const row = await engine.read
      .selectFrom('bounces')
      .selectAll()
      .where('application_id', '=', encodeText(applicationId))
      .where('email_key', '=', emailKey(email))
      .executeTakeFirst()
    return row && { kind: row.kind as Fate['kind'], at: new Date(row.at), reason: decodeText(row.reason) }
  },
  async put(trx, applicationId, email, { kind, at, reason }) {
    const row = { email_key: emailKey(email), kind, at: at.getTime(), reason: encodeText(reason) }
    await trx
      .insertInto('bounces')
      .values({ application_id: encodeText(applicationId), ...row })
      .onConflict((conflict) => conflict.column('application_id').doUpdateSet(row))
      .execute()
  },
})

/** The condition of the search word. */
export const marks: NonNullable<Stored['marks']> = {
  'has:bounced': () => sql<boolean>`exists (
    select 1 from bounces where bounces.application_id = applications.id and bounces.email_key = applications.email_key
    and bounces.kind <> 'delivered')`,
}
