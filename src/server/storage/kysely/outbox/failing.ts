import type { Topic } from '../../../../applications/outbox.ts'
import type { Failing } from '../../outbox-port.ts'
import type { Db } from '../engine.ts'
import { decodeText, encodeText } from '../text-encoding.ts'

/** See outbox-port.ts. Asked of the database, so that every node says the same, also one that was started just now. */
export async function failing(db: Db, topic: Topic): Promise<Failing | undefined> {
  const tried = () =>
    db.selectFrom('outbox').where('topic', '=', topic).where('next_at', 'is not', null).where('failing_since', 'is not', null)
  const { since, waiting } = await tried()
    .select((eb) => [eb.fn.min('failing_since').as('since'), eb.fn.countAll<number>().as('waiting')])
    .executeTakeFirstOrThrow()
  if (since === null) return undefined
  const { taken: lastSent } = await db
    .selectFrom('outbox')
    .select((eb) => eb.fn.max('sent_at').as('taken'))
    .where('topic', '=', topic)
    .where('sent_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const last = await tried()
    .select('last_fault')
    .where('last_fault', '<>', encodeText(''))
    .orderBy('due_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { since: new Date(Math.max(since, lastSent ?? 0)), fault: decodeText(last?.last_fault ?? ''), waiting: Number(waiting) }
}
