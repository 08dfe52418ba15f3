import { routes } from '../../api/routes.ts'
import type { Application } from '../../applications/application.ts'
import { type Change, reopen } from '../../applications/moves.ts'
import { AppError } from '../../shared/errors.ts'
import { seenByDecision } from '../blind/blind.ts'
import { withDouble } from '../changes/meeting-times.ts'
import { refuseEnded, saveChanges } from '../changes/save-changes.ts'
import { readOptionalObject } from '../http/body.ts'
import { invalid, refuseFaults } from '../http/faults.ts'
import { actorOf } from '../http/guards.ts'
import { Routes } from '../http/routes.ts'
import { afterChange } from './changes.ts'
import { readFrom, readSentence, refuseOtherStatus } from './decisions.ts'
import type { Desk } from './desk.ts'
import { waiting, withLetterHold } from './letter-hold.ts'
import { meetingResponse } from './responses.ts'

const refusals = {
  pending: { code: 'INVALID_STATUS_TRANSITION', message: 'It is pending, so there is nothing to reopen.' },
  sending: { code: 'CONFLICT', message: 'The letter is being sent at this moment. Please try again.' },
} as const

/** The changes that reopen the last decision. @throws AppError 409; FORM_VALIDATION_FAILED when a correction needs a sentence */
async function reopening(
  desk: Desk,
  application: Application,
  sentence: string | undefined,
  by: string,
): Promise<readonly Change[]> {
  refuseEnded(application, 'it cannot be decided')
  const [history, messages] = await Promise.all([
    desk.applications.history(application.id),
    desk.outbox.forApplication(application.id),
  ])
  const revised = history.map((entry, revision) => ({ ...entry, revision }))
  const act = { by, at: desk.now(), delivery: await withLetterHold(desk) }
  const seen = await seenByDecision(desk, application, act)
  const reopened = reopen(seen === undefined ? application : afterChange(seen), revised, messages, sentence, act)
  if (reopened.ok) return [...(seen === undefined ? [] : [seen]), await withDouble(desk, reopened.value)]
  if (reopened.fault === 'sentence') throw invalid('sentence', 'The letter has been sent: say in a sentence what has changed')
  const { code, message } = refusals[reopened.fault]
  throw new AppError(code, { message })
}

/** The route that reopens a decision. `PATCH` refuses this transition, as the specification requires. */
export const reopenRoutes = (desk: Desk): Routes =>
  new Routes('admin').on(routes.reopen, async (context) => {
    const faults: Record<string, string> = {}
    const body = await readOptionalObject(context)
    const sentence = readSentence(body.sentence, faults)
    const from = readFrom(body.from, faults)
    refuseFaults(faults)
    const application = await saveChanges(desk, context.req.param('id'), async (current) => {
      refuseOtherStatus(current, from)
      return reopening(desk, current, sentence, actorOf(context))
    })
    return { ...(await meetingResponse(desk, application)), ...waiting(await withLetterHold(desk), desk.now()) }
  })
