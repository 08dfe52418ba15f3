import type { LetterHoldResponse } from '../../api/letter-responses.ts'
import { routes } from '../../api/routes.ts'
import { readLetterHold } from '../../applications/letter-hold.ts'
import { earliestChange } from '../../applications/meetings.ts'
import { AppError } from '../../shared/errors.ts'
import { storedTerms } from '../changes/meeting-terms.ts'
import { readObject } from '../http/body.ts'
import { invalid, isRevision } from '../http/faults.ts'
import { Routes } from '../http/routes.ts'
import type { Desk } from './desk.ts'
import { letterHoldKey, storedHold } from './letter-hold.ts'

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
      const { hold, revision } = await storedHold(settings)
      return { hold, revision, seconds: delivery.holdS, invitation: await invitation() }
    })
    .on(routes.saveLetterHold, async (context) => {
      const { hold: value, revision } = await readObject(context)
      const hold = readLetterHold(value)
      if (hold === undefined) throw invalid('hold', 'Choose seconds, by_hand, or until with a time')
      if (!isRevision(revision)) throw invalid('revision', 'The revision that was read is required')
      if ((await settings.put(letterHoldKey, hold, revision)) === 'stale')
        throw new AppError('CONFLICT', { message: 'This was changed in another window.' })
      return { hold, revision: revision + 1, seconds: delivery.holdS, invitation: await invitation() }
    })
}
