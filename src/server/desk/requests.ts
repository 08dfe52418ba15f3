import type { Context } from 'hono'
import { routes } from '../../api/routes.ts'
import { type ApplicantRequest, type Application, isOpen, type RequestText } from '../../applications/application.ts'
import { closeRequest, isAnswerKind, makeRequest, type RequestFault, requestFileField } from '../../applications/requests.ts'
import { dayOf, isDay } from '../../shared/dates.ts'
import { AppError, type ErrorCode } from '../../shared/errors.ts'
import { refuseEnded, saveChanges } from '../changes/save-changes.ts'
import { readObject, readOptionalObject } from '../http/body.ts'
import { fileResponse } from '../http/download.ts'
import { invalid } from '../http/faults.ts'
import { actorOf } from '../http/guards.ts'
import { Routes } from '../http/routes.ts'
import { readSentence } from './decisions.ts'
import { actNow, type Desk } from './desk.ts'
import { waiting, withLetterHold } from './letter-hold.ts'
import { applicationResponse } from './responses.ts'

const refusals: Readonly<Record<RequestFault, { readonly code: ErrorCode; readonly message: string }>> = {
  rejected: { code: 'INVALID_STATUS_TRANSITION', message: 'This application is rejected: reopen it to request something.' },
  stopped: {
    code: 'CONFLICT',
    message: 'The owner of this address has stopped our letters about this application. Correct the address first.',
  },
  too_many: { code: 'CONFLICT', message: 'Three requests already wait for an answer. Close one to make another.' },
}

/** Reads a request to an applicant. @param today @throws AppError FORM_VALIDATION_FAILED with a fault for each invalid value */
export function readRequest({ text, kind, day }: Readonly<Record<string, unknown>>, today: string): RequestText {
  const faults: Record<string, string> = {}
  const words = readSentence(text, faults, { name: 'text', label: 'The request' })
  if (words === undefined) faults.text ??= 'Say what you need'
  if (!isAnswerKind(kind)) faults.kind = 'Choose a text, a file, both, or a picture'
  const hasDay = day !== undefined && day !== null && day !== ''
  if (hasDay && (typeof day !== 'string' || !isDay(day))) faults.day = 'The day must be a date'
  else if (hasDay && String(day) < today) faults.day = 'The day is in the past'
  if (words === undefined || !isAnswerKind(kind) || Object.keys(faults).length > 0)
    throw new AppError('FORM_VALIDATION_FAILED', { details: faults })
  return { text: words, kind, ...(hasDay && { day: String(day) }) }
}

/** The request with the id in a path. @throws AppError RECORD_NOT_FOUND */
function named({ requests }: Application, context: Context): ApplicantRequest {
  const request = requests.find(({ id }) => String(id) === context.req.param('request'))
  if (request === undefined) throw new AppError('RECORD_NOT_FOUND', { message: 'This request does not exist.' })
  return request
}

const isSame = (a: RequestText, b: RequestText): boolean => a.text === b.text && a.kind === b.kind && a.day === b.day

export function requestRoutes(desk: Desk): Routes {
  const { applications, outbox, now } = desk
  return new Routes('admin')
    .on(routes.request, async (context) => {
      const request = readRequest(await readObject(context), dayOf(now()))
      const held = await withLetterHold(desk)
      const application = await saveChanges(desk, context.req.param('id'), async (current) => {
        // The same request again is a repeated call.
        if (current.requests.some((open) => isOpen(open, current.status) && isSame(open, request))) return []
        refuseEnded(current, 'nothing can be requested')
        const made = makeRequest(current, request, { by: actorOf(context), at: now(), delivery: held })
        if (made.ok) return [made.value]
        const { code, message } = refusals[made.fault]
        throw new AppError(code, { message })
      })
      const revision = application.requests.findLast((open) => isSame(open, request))?.id ?? application.revision
      return { revision, ...waiting(held, now()) }
    })
    .on(routes.closeRequest, async (context) => {
      const { answered } = await readOptionalObject(context)
      if (answered !== undefined && typeof answered !== 'boolean')
        throw invalid('answered', 'Whether it is answered must be true or false')
      const application = await saveChanges(desk, context.req.param('id'), async (current) => {
        const request = named(current, context)
        if (request.closed !== undefined) return []
        if (answered === false && request.answer !== undefined)
          throw new AppError('CONFLICT', {
            message: 'They have answered meanwhile. Please read the answer, then close the request.',
          })
        const act = actNow(desk, actorOf(context))
        const messages = await outbox.forApplication(current.id)
        return [closeRequest(current, request, desk.readBy(act.at), messages, act)]
      })
      return applicationResponse(desk, application)
    })
    .on(routes.requestFile, async (context) => {
      const id = Number(context.req.param('request'))
      return fileResponse(context, await applications.file(context.req.param('id'), requestFileField(id)))
    })
    .on(routes.earlierFile, async (context) => {
      const { id, revision, field } = context.req.param()
      const isNumber = /^\d{1,9}$/.test(revision)
      return fileResponse(context, isNumber ? await applications.earlierFile(id, field, Number(revision)) : undefined)
    })
}
