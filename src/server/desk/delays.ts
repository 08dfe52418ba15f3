import { routes } from '../../api/routes.ts'
import type { Application } from '../../applications/application.ts'
import { delay, maxDelays } from '../../applications/delay.ts'
import type { Change } from '../../applications/moves.ts'
import type { Act } from '../../applications/outgoing/change.ts'
import { AppError } from '../../shared/errors.ts'
import { readApplication, refuseEnded, saveChanges } from '../changes/save-changes.ts'
import { readOptionalObject } from '../http/body.ts'
import { refuseFaults } from '../http/faults.ts'
import { actorOf } from '../http/guards.ts'
import { Routes } from '../http/routes.ts'
import { readSentence } from './decisions.ts'
import type { Desk } from './desk.ts'
import { waiting, withLetterHold } from './letter-hold.ts'
import { applicationResponse } from './responses.ts'

const refusals = {
  decided: { code: 'INVALID_STATUS_TRANSITION', message: 'It is already decided, so no answer can be delayed.' },
  stopped: { code: 'CONFLICT', message: 'The owner of the address has stopped our letters.' },
  early: { code: 'CONFLICT', message: 'An answer can be delayed from two days before it is due.' },
  waiting: { code: 'CONFLICT', message: 'The letter about the last delay has not been sent yet: it is in the outbox.' },
  often: {
    code: 'CONFLICT',
    message: `The answer was delayed ${maxDelays === 2 ? 'twice' : `${maxDelays} times`}: decide now.`,
  },
} as const

/** The change that delays the answer. @throws AppError 409 when it cannot be delayed */
export async function delayChange(desk: Desk, application: Application, sentence: string | undefined, act: Act): Promise<Change> {
  refuseEnded(application, 'no answer can be delayed')
  const { id, dueAt } = application
  const [history, messages] = await Promise.all([desk.applications.history(id), desk.outbox.forApplication(id)])
  const delayed = delay(application, history, messages, { until: desk.delayed(dueAt, act.at), sentence }, act)
  if (delayed.ok) return delayed.value
  const { code, message } = refusals[delayed.fault]
  throw new AppError(code, { message })
}

/** The route that delays the answer to a pending application that is nearly due. The applicant gets a letter. */
export const delayRoutes = (desk: Desk): Routes =>
  new Routes('admin').on(routes.delay, async (context) => {
    const faults: Record<string, string> = {}
    const sentence = readSentence((await readOptionalObject(context)).sentence, faults)
    refuseFaults(faults)
    const hold = await withLetterHold(desk)
    const { id } = await readApplication(desk.applications, context.req.param('id'))
    const application = await saveChanges(desk, id, async (current) => [
      await delayChange(desk, current, sentence, { by: actorOf(context), at: desk.now(), delivery: hold }),
    ])
    return { ...applicationResponse(desk, application), ...waiting(hold, desk.now()) }
  })
