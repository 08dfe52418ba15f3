import { patterns } from '../../api/paths.ts'
import type { Actor, Application } from '../../applications/application.ts'
import { delay, maxDelays, recallDelay } from '../../applications/delay.ts'
import { AppError } from '../../shared/errors.ts'
import { readApplication, saveChanges } from '../applications.ts'
import { readOptionalObject } from '../http/body.ts'
import { refuseFaults } from '../http/faults.ts'
import { Routes } from '../http/routes.ts'
import type { Applications } from '../storage/applications-port.ts'
import type { Changing } from './changes.ts'
import { readSentence } from './decisions.ts'
import { actorOf, applicationResponse, type Desk } from './desk.ts'
import { waiting, withLetterHold } from './letter-hold.ts'

type Delaying = Changing & { readonly applications: Pick<Applications, 'history'> }

const refusals = {
  decided: { code: 'INVALID_STATUS_TRANSITION', message: 'It was decided: no answer is due that could be delayed.' },
  withdrawn: { code: 'INVALID_STATUS_TRANSITION', message: 'The applicant has withdrawn this application: no answer is due.' },
  stopped: { code: 'CONFLICT', message: 'The owner of the address has stopped our letters.' },
  early: { code: 'CONFLICT', message: 'An answer can be delayed from two days before it is due.' },
  waiting: { code: 'CONFLICT', message: 'The letter of the last delay has not gone yet: the outbox has it.' },
  often: {
    code: 'CONFLICT',
    message: `The answer was delayed ${maxDelays === 2 ? 'twice' : `${maxDelays} times`}: decide now.`,
  },
} as const

const historyAndMessages = ({ applications, outbox }: Delaying, id: string) =>
  Promise.all([applications.history(id), outbox.forApplication(id)])

/** Undoes a delay before its letter is sent. @throws AppError RECORD_NOT_FOUND; 409 when the letter is being sent, or the application was decided */
export const undoDelay = (parts: Delaying, id: string, revision: number, by: Actor): Promise<Application> =>
  saveChanges(parts, id, async (application) => {
    const [history, messages] = await historyAndMessages(parts, id)
    const undone = recallDelay(application, history, messages, revision, by, parts.now(), parts.delivery)
    if (undone === undefined)
      throw new AppError('CONFLICT', {
        message: 'It is too late to undo this: the letter is on its way, or it was decided since.',
      })
    return [undone]
  })

/** The route that delays the answer to a pending application that is nearly due. The applicant gets a letter. */
export const delayRoutes = (desk: Desk): Routes =>
  new Routes('admin').post(patterns.delay, async (context) => {
    const faults: Record<string, string> = {}
    const sentence = readSentence((await readOptionalObject(context)).sentence, faults)
    refuseFaults(faults)
    const hold = await withLetterHold(desk)
    const { id } = await readApplication(desk.applications, context.req.param('id'))
    const application = await saveChanges(desk, id, async (current) => {
      const [history, messages] = await historyAndMessages(desk, id)
      const at = desk.now()
      const words = { until: desk.delayed(current.dueAt, at), sentence }
      const delayed = delay(current, history, messages, words, actorOf(context), at, hold)
      if (delayed.ok) return [delayed.value]
      const { code, message } = refusals[delayed.fault]
      throw new AppError(code, { message })
    })
    return context.json({ ...applicationResponse(desk, application), ...waiting(hold, desk.now()) })
  })
