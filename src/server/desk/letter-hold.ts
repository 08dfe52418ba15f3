import type { LetterHoldResponse } from '../../api/letter-responses.ts'
import { routes } from '../../api/routes.ts'
import { isSentByHand, type LetterHold, letterDue, readLetterHold } from '../../applications/letter-hold.ts'
import { earliestChange } from '../../applications/meetings.ts'
import type { Delivery } from '../../applications/outgoing/change.ts'
import { later, second } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import { storedTerms } from '../changes/meeting-terms.ts'
import type { Settings } from '../database/settings.ts'
import { readObject } from '../http/body.ts'
import { invalid } from '../http/faults.ts'
import { Routes } from '../http/routes.ts'
import { type Desk, isRevision } from './desk.ts'

const key = 'letter-hold'

/** The desk offers an undo for at least this many seconds when letters wait longer. */
const minUndoS = 10

async function stored(settings: Settings): Promise<{ readonly hold: LetterHold; readonly revision: number }> {
  const entry = await settings.get(key)
  return { hold: readLetterHold(entry?.value) ?? { kind: 'seconds' }, revision: entry?.revision ?? 0 }
}

/** The delivery for a change that queues a letter or a message, with the hold that is set at the desk. */
export const withLetterHold = async ({ settings, delivery }: Pick<Desk, 'settings' | 'delivery'>): Promise<Delivery> => ({
  ...delivery,
  letterHold: (await stored(settings)).hold,
})

/** How long a letter that is queued at `at` waits, as fields of a response. */
export function waiting({ holdS, letterHold = { kind: 'seconds' }, heldUntil }: Delivery, at: Date) {
  const undoFor = heldUntil === undefined ? holdS : Math.max(0, Math.floor((heldUntil.getTime() - at.getTime()) / second))
  if (letterHold.kind === 'seconds') return { undoFor }
  const dueAt = later(letterDue(letterHold, at, holdS), heldUntil ?? at)
  return { undoFor: Math.max(undoFor, minUndoS), waitsUntil: isSentByHand({ dueAt }) ? null : dueAt.toISOString() }
}

/** The routes for the letter hold: how long letters of decisions, and messages, wait. All windows share this setting. */
export function letterHoldRoutes({
  settings,
  delivery,
  slots,
  now,
}: Pick<Desk, 'settings' | 'delivery' | 'slots' | 'now'>): Routes {
  async function invitation(): Promise<LetterHoldResponse['invitation']> {
    if ((await slots.open(earliestChange(now()))).length === 0) return 'booking link'
    return (await storedTerms(settings)).terms.location === '' ? 'times without a place' : 'times'
  }
  return new Routes('admin')
    .on(routes.letterHold, async () => {
      const { hold, revision } = await stored(settings)
      return { hold, revision, seconds: delivery.holdS, invitation: await invitation() }
    })
    .on(routes.saveLetterHold, async (context) => {
      const { hold: value, revision } = await readObject(context)
      const hold = readLetterHold(value)
      if (hold === undefined) throw invalid('hold', 'Choose seconds, by_hand, or until with a time')
      if (!isRevision(revision)) throw invalid('revision', 'The revision that was read is required')
      if ((await settings.put(key, hold, revision)) === 'stale')
        throw new AppError('CONFLICT', { message: 'This was changed in another window.' })
      return { hold, revision: revision + 1, seconds: delivery.holdS, invitation: await invitation() }
    })
}
