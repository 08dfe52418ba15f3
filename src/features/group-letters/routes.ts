import { type Application, endOf } from '../../applications/application.ts'
import { findMessage, messageKey, writeMessage } from '../../applications/message.ts'
import { refuseEnded } from '../../server/changes/save-changes.ts'
import { readWritten, type Written } from '../../server/desk/correspondence.ts'
import type { Desk } from '../../server/desk/desk.ts'
import { groupHoldEnd } from '../../server/desk/group-decisions.ts'
import { readGroup, saveGroup } from '../../server/desk/groups.ts'
import { waiting, withLetterHold } from '../../server/desk/letter-hold.ts'
import { recordOf } from '../../server/desk/responses.ts'
import { groupNames, readObject } from '../../server/http/body.ts'
import { refuseFaults } from '../../server/http/faults.ts'
import { actorOf } from '../../server/http/guards.ts'
import { readKey } from '../../server/http/request.ts'
import { Routes } from '../../server/http/routes.ts'
import { AppError } from '../../shared/errors.ts'
import { type GroupMessageResponse, groupLetterRoutes as routes } from './api.ts'
import { filledMessage, messagePlaceholders, receiversOf, subjectPlaceholders, unknownPlaceholders } from './rules.ts'

type GroupDesk = Pick<Desk, 'applications' | 'outbox' | 'settings' | 'formVersions' | 'delivery' | 'now' | 'poke'>

interface GroupMessage {
  readonly message: Written
  readonly ids: readonly string[]
  /** The same key is the same message, however often the call is repeated. */
  readonly key: string
}

/** @throws AppError FORM_VALIDATION_FAILED with a fault for each invalid value */
function readGroupMessage(body: Readonly<Record<string, unknown>>, key: string | undefined): GroupMessage {
  const faults: Record<string, string> = {}
  const message = readWritten(body)
  for (const [field, allowed] of [['subject', subjectPlaceholders] as const, ['text', messagePlaceholders] as const]) {
    const [unknown] = unknownPlaceholders(message[field], allowed)
    if (unknown !== undefined) faults[field] = `{${unknown}} cannot be filled in here`
  }
  if (key === undefined) faults.key = 'The header Idempotency-Key is required'
  refuseFaults(faults)
  return { message, ids: readGroup(body.applications, 'applications', ({ id }) => ({ id })).map(({ id }) => id), key: key ?? '' }
}

/** Of the applications, those that already have the message. */
async function withMessage(
  { outbox }: GroupDesk,
  applications: readonly Application[],
  key: string,
): Promise<ReadonlySet<string>> {
  const written = new Set<string>()
  for (const { id } of applications)
    if (findMessage(messageKey(id, key), await outbox.forApplication(id)) !== undefined) written.add(id)
  return written
}

async function write(
  desk: GroupDesk,
  { message, ids, key }: GroupMessage,
  by: string,
  log: Parameters<typeof saveGroup>[2],
): Promise<GroupMessageResponse> {
  const { applications, outbox, now } = desk
  const began = now()
  const all: Application[] = []
  const missing: string[] = []
  for (const id of ids) {
    const application = await applications.byId(id)
    if (application === undefined) missing.push(id)
    else all.push(application)
  }
  const written = await withMessage(desk, all, key)
  const { to, leftOut } = receiversOf(
    all,
    (application) => ({
      applicantEmail: application.applicantEmail,
      isStopped: application.lettersStoppedAt !== null,
      ended: endOf(application)?.state,
    }),
    ({ id }) => written.has(id),
  )
  const heldUntil = groupHoldEnd(to.length, desk.delivery, began)
  const delivery = { ...(await withLetterHold(desk)), ...(heldUntil !== undefined && { heldUntil }) }
  const plans = [...to.map(({ id }) => id), ...missing].map((id) => ({
    id,
    plan: async (application: Application) => {
      const own = filledMessage(message, application)
      const earlier = findMessage(messageKey(id, key), await outbox.forApplication(id))
      if (earlier === undefined) {
        refuseEnded(application, 'no message can be sent')
        return [writeMessage(application, own, messageKey(id, key), { by, at: now(), delivery })]
      }
      if (earlier.payload.subject !== own.subject || earlier.payload.text !== own.text)
        throw new AppError('FORM_VALIDATION_FAILED', { status: 422, message: 'An earlier version of this message was accepted.' })
      return []
    },
  }))
  const { saved, refused } = await saveGroup(desk, plans, log)
  const histories = await applications.histories(saved.map(({ id }) => id))
  const revisionOf = (id: string): number =>
    (histories.get(id) ?? []).findIndex(({ event }) => event.what === 'written' && event.key === messageKey(id, key))
  return {
    success: true,
    applications: saved.map((application) => recordOf(desk, application)),
    messages: saved.map(({ id }) => ({ id, revision: revisionOf(id) })),
    leftOut: leftOut.map(({ of, why }) => ({ id: of.id, why })),
    refused,
    ...waiting(delivery, now()),
  }
}

export const groupMessageRoutes = (desk: GroupDesk): Routes =>
  new Routes('admin').on(routes.writeGroupMessage, async (context) => {
    const body = await readObject(context, undefined, groupNames)
    const group = readGroupMessage(body, readKey(context.req.header('idempotency-key')))
    return write(desk, group, actorOf(context), context.get('log'))
  })
