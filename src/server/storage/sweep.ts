import { sharedDraftDays } from '../../api/shared-draft.ts'
import { outliving } from '../../applications/outbox.ts'
import { day } from '../../shared/dates.ts'
import { deletePastSlots } from '../meetings/store.ts'
import { confirmedDays, unconfirmedDays } from '../openings/store.ts'
import type { Engine } from './engine.ts'

/**
 * Deletes expired rows, and subscriptions whose letter was sent, with their mail. Sessions stay for another week, so that an old tab still learns that its session has
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
    // Normally deleted when its letter is sent.
    await trx
      .deleteFrom('subscriptions')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('outbox')
            .select('outbox.id')
            .whereRef('outbox.application_id', '=', 'subscriptions.id')
            .where('outbox.state', '=', 'sent')
            .where('outbox.letter', '=', 'opening'),
        ),
      )
      .execute()
    await trx.deleteFrom('outbox').where('topic', 'in', outliving).where('sent_at', '<=', ago(1)).execute()
    await trx
      .deleteFrom('outbox')
      .where('topic', '=', 'report')
      .where('state', 'in', ['sent', 'cancelled'])
      .where('created_at', '<=', ago(30))
      .execute()
    await trx.deleteFrom('mail_times').where('at', '<=', ago(1)).execute()
    for (const [opened, days] of [sharedDraftDays.unopened, sharedDraftDays.opened].entries())
      await trx.deleteFrom('shared_drafts').where('opened', '=', opened).where('saved_at', '<=', ago(days)).execute()
    await trx
      .deleteFrom('subscriptions')
      .where(({ or, and, eb }) =>
        or([
          and([eb('confirmed_at', 'is', null), eb('created_at', '<=', ago(unconfirmedDays))]),
          eb('confirmed_at', '<=', ago(confirmedDays)),
        ]),
      )
      .execute()
    // Their last fault can contain the address. Mail that is being sent is left to its worker.
    await trx
      .deleteFrom('outbox')
      .where('letter', 'in', ['opening', 'opening_link'])
      .where('state', 'in', ['waiting', 'parked', 'cancelled'])
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('subscriptions').select('id').whereRef('subscriptions.id', '=', 'outbox.application_id'))),
      )
      .execute()
    await deletePastSlots(trx, now)
    await trx.deleteFrom('refusals').where('minute', '<=', ago(1)).execute()
    await trx.deleteFrom('wrong_tries').where('at', '<=', ago(40)).execute()
  })
