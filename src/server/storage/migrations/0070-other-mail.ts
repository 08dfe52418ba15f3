import { sql } from 'kysely'
import type { Db } from '../engine.ts'

/** Mail that is not about an application has one topic, and its name in the column for names. */
export async function otherMail(trx: Db): Promise<void> {
  const rename = (topic: string, mail: string, before = `{"mail":"${mail}","data":`, only = sql`true`) =>
    sql`update outbox set topic = 'mail.other', letter = ${mail}, payload = cast(${before} as text) || payload || '}'
      where topic = ${topic} and ${only}`.execute(trx)
  await rename(
    'mail.opening',
    'opening_link',
    '{"mail":"opening_link","strangers":true,"data":',
    sql`payload not like '%"cohort"%'`,
  )
  await rename('mail.opening', 'opening')
  await rename('mail.digest', 'morning')
  await rename('mail.test', 'letter_test')
  await rename('mail.committee', 'committee')
}
