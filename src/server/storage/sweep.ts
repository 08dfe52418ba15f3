import { outliving } from '../../applications/outbox.ts'
import { day } from '../../shared/dates.ts'
import type { Engine } from '../database/engine.ts'
import { storedByFeatures } from '../database/stored.ts'
import { deleteOldLinks } from '../records/access/helper-links.ts'
import { deletePastSlots } from '../records/stored-slots.ts'

/**
 * Deletes expired rows. Sessions stay for another week, so that an old tab still learns that its session has
 * expired; passcodes, and sent removals of spreadsheet rows, for a day; wrong tries for 40 days, longer than the longest period of their limits.
 */
export const sweep = (engine: Engine, now: Date): Promise<void> =>
  engine.write(async (trx) => {
    const ago = (days: number): number => now.getTime() - days * day
    await trx.deleteFrom('idempotency').where('until', '<=', now.getTime()).execute()
    await trx.deleteFrom('replies').where('until', '<=', now.getTime()).execute()
    await trx.deleteFrom('devices').where('until', '<=', now.getTime()).execute()
    await trx.deleteFrom('limits').where('resets_at', '<=', now.getTime()).execute()
    await trx.deleteFrom('passcodes').where('expires_at', '<=', ago(1)).execute()
    await trx.deleteFrom('sessions').where('expires_at', '<=', ago(7)).execute()
    await trx.deleteFrom('outbox').where('topic', 'in', outliving).where('sent_at', '<=', ago(1)).execute()
    await trx
      .deleteFrom('outbox')
      .where('topic', '=', 'report')
      .where('state', 'in', ['sent', 'cancelled'])
      .where('created_at', '<=', ago(30))
      .execute()
    await trx.deleteFrom('mail_times').where('at', '<=', ago(1)).execute()
    await deleteOldLinks(trx, now)
    for (const feature of storedByFeatures) await feature.sweep?.(trx, now)
    await deletePastSlots(trx, now)
    await trx.deleteFrom('refusals').where('minute', '<=', ago(1)).execute()
    await trx.deleteFrom('wrong_tries').where('at', '<=', ago(40)).execute()
  })
