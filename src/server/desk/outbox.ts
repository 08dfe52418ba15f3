import type { HeldLettersResponse, OutboxResponse, SendHeldResponse } from '../../api/letter-responses.ts'
import { toMessageRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import type { Application } from '../../applications/application.ts'
import { isHeldLetter, revisionOf } from '../../applications/letter-hold.ts'
import type { Change } from '../../applications/moves.ts'
import { additionOf, isTemplateLetter, type OutboxEntry } from '../../applications/outbox.ts'
import { outgoing, rowsOfReleased } from '../../applications/outgoing/outgoing.ts'
import { AppError } from '../../shared/errors.ts'
import { readApplication, saveChanges } from '../changes/save-changes.ts'
import { readObject } from '../http/body.ts'
import { readIds, refuseFaults } from '../http/faults.ts'
import { actorOf } from '../http/guards.ts'
import { Routes, succeeded } from '../http/routes.ts'
import { readWording, withReasonText } from './decisions.ts'
import type { Desk } from './desk.ts'
import { applicationResponse, meetingResponse, messageRecords } from './responses.ts'
import { undo } from './undo.ts'

/** The limit of letters that one response lists, and that one call sends. */
const maxLetters = 1_000

/** A letter or message that still waits. @throws AppError RECORD_NOT_FOUND; 409 when it no longer waits */
async function heldLetter({ outbox, now }: Pick<Desk, 'outbox' | 'now'>, id: string, message: string): Promise<OutboxEntry> {
  const entry = (await outbox.forApplication(id)).find((candidate) => candidate.id === message)
  if (entry?.topic !== 'mail.letter') throw new AppError('RECORD_NOT_FOUND', { message: 'This message does not exist.' })
  if (!isHeldLetter(entry, now()))
    throw new AppError('CONFLICT', {
      message: 'It is not waiting any more: it was sent, taken back, or changed in another window.',
    })
  return entry
}

/** Changes the reason and sentence of a waiting letter. @throws AppError FORM_VALIDATION_FAILED; see heldLetter */
function edited(desk: Desk, id: string, message: string, body: Readonly<Record<string, unknown>>, by: string) {
  return saveChanges(desk, id, async (application): Promise<readonly Change[]> => {
    const faults: Record<string, string> = {}
    const entry = await heldLetter(desk, id, message)
    if (!isTemplateLetter(entry) || entry.payload.letter === 'request')
      throw new AppError('RECORD_NOT_FOUND', { message: 'This letter does not exist.' })
    const { letter } = entry.payload
    const requested = readWording(body, letter.endsWith('rejection') ? 'rejected' : letter, faults)
    if (body.letter !== undefined) faults.letter = 'Only a waiting letter can be taken back'
    if (letter === 'correction' && requested.sentence === undefined) faults.sentence = 'Say in a sentence what has changed'
    refuseFaults(faults)
    const addition = additionOf(withReasonText(requested, desk.reasons, application.formType))
    const event = { what: 'letter_edited', letter, about: entry.revision, ...addition } as const
    const change = { at: desk.now(), by, event }
    const messages = await desk.outbox.forApplication(id)
    return [{ application, entry: change, ...outgoing(application, change, desk.delivery, { messages }) }]
  })
}

/** Those waiting letters among `ids` whose address an earlier letter did not reach. */
async function unreachableAmong(outbox: Desk['outbox'], ids: readonly string[], at: Date) {
  const letters = (await outbox.held(at, maxLetters)).filter(({ entry }) => ids.includes(entry.id))
  const unreachable = await outbox.unreachable(letters.map(({ entry }) => entry.applicationId))
  return letters.filter(({ entry }) => unreachable.includes(entry.applicationId))
}

/** How many entries wait, which are parked, and since when letters fail. */
async function overview({ outbox, mailTitles, warnings, version, now }: Desk): Promise<OutboxResponse> {
  const [parked, counts, failing, held, shown] = await Promise.all([
    outbox.inState('parked', 100),
    outbox.counts('waiting'),
    outbox.failing('mail.letter'),
    outbox.countHeld(now()),
    warnings(),
  ])
  return {
    success: true,
    parked: messageRecords({ mailTitles }, parked),
    waiting: counts.waiting,
    held,
    warnings: shown,
    version,
    failingSince: failing?.since.toISOString() ?? null,
    lastFault: failing?.fault ?? '',
    failing: failing?.waiting ?? 0,
  }
}

/** The waiting letters, each with its applicant. */
async function heldLetters({ applications, outbox, now }: Desk): Promise<HeldLettersResponse> {
  const [letters, total] = await Promise.all([outbox.held(now(), maxLetters), outbox.countHeld(now())])
  const ids = [...new Set(letters.map(({ entry }) => entry.applicationId))]
  const [histories, unreached] = await Promise.all([applications.histories(ids), outbox.unreachable(ids)])
  const unreachable = new Set(unreached)
  return {
    success: true,
    letters: letters.map(({ entry, application }) => ({
      ...toMessageRecord(entry, histories.get(entry.applicationId)),
      form_type: application.formType,
      applicant_name: application.applicantName,
      applicant_email: application.applicantEmail,
      company_name: application.companyName,
      revision: revisionOf(entry, histories.get(entry.applicationId) ?? []),
      ...(unreachable.has(entry.applicationId) && { unreachable: true as const }),
    })),
    total,
  }
}

/** Sends waiting letters; with `anyway`, also to addresses that an earlier letter did not reach. @throws AppError FORM_VALIDATION_FAILED */
async function sendHeld(
  { outbox, delivery, now, poke }: Desk,
  body: Readonly<Record<string, unknown>>,
): Promise<SendHeldResponse> {
  const requested = readIds(body.ids, maxLetters, 'letters')
  const at = now()
  const skipped = body.anyway === true ? [] : await unreachableAmong(outbox, requested, at)
  const ids = requested.filter((id) => !skipped.some((letter) => letter.entry.id === id))
  const leaving = await outbox.release(ids, at, (entries) => rowsOfReleased(entries, delivery, at))
  poke()
  return { success: true, leaving, skipped: skipped.map(({ application }) => application.applicantName) }
}

export function outboxRoutes(desk: Desk): Routes {
  const { outbox, now, poke } = desk
  return new Routes('admin')
    .on(routes.outbox, () => overview(desk))
    .on(routes.heldLetters, () => heldLetters(desk))
    .on(routes.sendHeld, async (context) => sendHeld(desk, await readObject(context)))
    .on(routes.letterOutcomes, async (context) => {
      const ids = readIds((await readObject(context)).ids, maxLetters, 'letters')
      return { ...(await outbox.outcomesOf(ids, now())) }
    })
    .on(routes.retry, async (context) => {
      if ((await outbox.retry(context.req.param('id'), now())) === 'not_found')
        throw new AppError('RECORD_NOT_FOUND', { message: 'It is queued already, or does not exist any more.' })
      poke()
      return succeeded
    })
    .on(routes.wakeOutbox, async () => {
      const woken = await outbox.wake('mail.letter', now())
      poke()
      return { woken }
    })
}

/** Cancels a waiting letter or message, and undoes its decision. @throws AppError RECORD_NOT_FOUND; 409 when it no longer waits */
async function takeBack(desk: Desk, id: string, message: string, by: string): Promise<Application> {
  // A confirmation belongs to no decision, so there is nothing to undo.
  if (await desk.outbox.discardConfirmation(message, id, desk.now())) return readApplication(desk.applications, id)
  const entry = await heldLetter(desk, id, message)
  const history = await desk.applications.history(id)
  const revision = revisionOf(entry, history) ?? -1
  return undo(desk, id, { revision, upTo: revision }, by)
}

export const heldMessageRoutes = (desk: Desk): Routes =>
  new Routes('admin')
    .on(routes.editMessage, async (context) => {
      const { id, message } = context.req.param()
      const application = await edited(desk, id, message, await readObject(context), actorOf(context))
      return applicationResponse(desk, application)
    })
    .on(routes.takeBackMessage, async (context) => {
      const { id, message } = context.req.param()
      return meetingResponse(desk, await takeBack(desk, id, message, actorOf(context)))
    })
