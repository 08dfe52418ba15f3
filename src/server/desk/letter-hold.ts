import { isSentByHand, type LetterHold, letterDue, readLetterHold } from '../../applications/letter-hold.ts'
import type { Delivery } from '../../applications/outgoing/change.ts'
import { later, second } from '../../shared/dates.ts'
import type { Settings } from '../database/settings.ts'

/** The setting of the letter hold. */
export const letterHoldKey = 'letter-hold'

/** The desk offers an undo for at least this many seconds when letters wait longer. */
const minUndoS = 10

/** The stored letter hold, with its revision. */
export async function storedHold(
  settings: Pick<Settings, 'get'>,
): Promise<{ readonly hold: LetterHold; readonly revision: number }> {
  const entry = await settings.get(letterHoldKey)
  return { hold: readLetterHold(entry?.value) ?? { kind: 'seconds' }, revision: entry?.revision ?? 0 }
}

/** The delivery for a change that queues a letter or a message, with the hold that is set at the desk. */
export const withLetterHold = async ({
  settings,
  delivery,
}: {
  readonly settings: Pick<Settings, 'get'>
  readonly delivery: Delivery
}): Promise<Delivery> => ({
  ...delivery,
  letterHold: (await storedHold(settings)).hold,
})

/** How long a letter that is queued at `at` waits, as fields of a response. */
export function waiting({ holdS, letterHold = { kind: 'seconds' }, heldUntil }: Delivery, at: Date) {
  const undoFor = heldUntil === undefined ? holdS : Math.max(0, Math.floor((heldUntil.getTime() - at.getTime()) / second))
  if (letterHold.kind === 'seconds') return { undoFor }
  const dueAt = later(letterDue(letterHold, at, holdS), heldUntil ?? at)
  return { undoFor: Math.max(undoFor, minUndoS), waitsUntil: isSentByHand({ dueAt }) ? null : dueAt.toISOString() }
}
