import { paths, patterns } from '../../api/paths.ts'
import { type OutboxReply, toMessageRecord } from '../../api/replies.ts'
import { AppError } from '../../shared/errors.ts'
import { Routes } from '../http/routes.ts'
import type { Desk } from './desk.ts'

/** What waits in the outbox, and what has it tried again. */
export function outboxRoutes({ outbox, now, poke }: Pick<Desk, 'outbox' | 'now' | 'poke'>): Routes {
  const app = new Routes('admin')

  app.get(paths.outbox, async (context) => {
    const [parked, counts, failing] = await Promise.all([
      outbox.inState('parked', 100),
      outbox.counts('waiting'),
      outbox.failing('mail.letter'),
    ])
    return context.json({
      success: true,
      parked: parked.map(toMessageRecord),
      waiting: counts.waiting,
      failingSince: failing?.since.toISOString() ?? null,
      lastFault: failing?.fault ?? '',
      failing: failing?.waiting ?? 0,
    } satisfies OutboxReply)
  })

  app.post(patterns.retry, async (context) => {
    if ((await outbox.retry(context.req.param('id'), now())) === 'not_found') throw new AppError('RECORD_NOT_FOUND')
    poke()
    return context.json({ success: true })
  })

  app.post(paths.sendNow, async (context) => {
    const woken = await outbox.wake('mail.letter', now())
    poke()
    return context.json({ success: true, woken })
  })

  return app
}
