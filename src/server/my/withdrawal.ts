import { paths } from '../../api/paths.ts'
import type { Application } from '../../applications/application.ts'
import { chooseMeeting } from '../../applications/meetings.ts'
import type { Change } from '../../applications/moves.ts'
import { mayWithdraw, returnApplication, withdraw } from '../../applications/withdrawal.ts'
import type { PrivatePageView } from '../../form-view/private-page/view.ts'
import { parseText, textarea } from '../../forms/fields/text.ts'
import { reference } from '../../shared/ids.ts'
import { translate, untranslated } from '../../shared/translate.ts'
import { termsAt } from '../changes/meeting-terms.ts'
import { saveChanges } from '../changes/save-changes.ts'
import type { Settings } from '../database/settings.ts'
import { readObject, shortBytes } from '../http/body.ts'
import { limitRefusal } from '../http/limits.ts'
import { Routes } from '../http/routes.ts'
import type { Applications } from '../records/applications/port.ts'
import type { Slots } from '../records/slots.ts'
import { type ApplicantsChanges, hasNoLetter } from './applicants-changes.ts'
import type { Holder, Outcome } from './holder.ts'
import { readState } from './own-application.ts'
import { unsaved } from './unsaved.ts'

const readReason = (typed: unknown) => parseText(translate`The reason`, 1_000)(typed)

interface Notice {
  readonly title: string
  readonly text: string
}

const tooManyWithdrawals = untranslated`This application was changed many times from here within an hour, so it was not withdrawn just now. Please try again in an hour.`

const tooMany: Notice = {
  title: untranslated`Please try again in an hour`,
  text: untranslated`This application was changed many times from here within an hour. Nothing was changed just now.`,
}

const answered: Notice = {
  title: untranslated`This cannot be withdrawn any more`,
  text: untranslated`Your application has its answer. It is on the page of your application.`,
}

const elsewhere: Notice = {
  title: untranslated`It is withdrawn already`,
  text: untranslated`You have withdrawn this application in another window. The reason that you wrote here was not saved.`,
}

const tooLate: Notice = {
  title: untranslated`The thirty days are over`,
  text: untranslated`This application was withdrawn more than thirty days ago, so it stays withdrawn. You can send a new one at any time.`,
}

const deleted: Notice = {
  title: untranslated`It is withdrawn`,
  text: untranslated`Your application is withdrawn, and what you sent us with it has left our desk.`,
}

const notice = ({ id }: Application, { title, text }: Notice): Extract<PrivatePageView, { kind: 'notice' }> => ({
  kind: 'notice',
  id,
  title,
  text,
})

const question = async (
  parts: Pick<ApplicantsChanges, 'formVersions' | 'outbox'>,
  application: Application,
  typed: { readonly reason?: string; readonly fault?: string } = {},
): Promise<Extract<PrivatePageView, { kind: 'withdraw' }>> => ({
  ...typed,
  kind: 'withdraw',
  id: application.id,
  formType: application.formType,
  title: (await parts.formVersions.of(application)).title,
  reference: reference(application.id),
  hasNoLetter: await hasNoLetter(parts, application),
})

/** The outcome for a withdrawn application: a page with the typed reason, if another one is saved. The same reason again is a repeat. */
async function withdrawnAlready(
  { applications }: Pick<ApplicantsChanges, 'applications'>,
  application: Application,
  typed: string,
): Promise<Outcome> {
  const reason = readReason(typed)
  const text = reason.ok ? reason.value.trim() : typed
  const done = { kind: 'done', id: application.id } as const
  if (text === '') return done
  const last = (await applications.history(application.id)).findLast(({ event }) => event.what === 'withdrawn')?.event
  if (last?.what === 'withdrawn' && last.reason === text) return done
  return { kind: 'page', view: { ...notice(application, elsewhere), typed }, status: 409 }
}

/**
 * Why an application is not withdrawn now: it is withdrawn already, or it is decided. Undefined when it can be withdrawn.
 * @param reason as typed; the page that refuses shows it
 */
async function reasonAgainst(parts: ApplicantsChanges, application: Application, reason = ''): Promise<Outcome | undefined> {
  if (application.withdrawnAt !== null) return withdrawnAlready(parts, application, reason)
  if (mayWithdraw(application, (await readState(parts, application)).progress)) return undefined
  return { kind: 'page', view: { ...notice(application, answered), typed: reason }, status: 409 }
}

export interface WithdrawingParts extends ApplicantsChanges {
  readonly applications: ApplicantsChanges['applications'] & Pick<Applications, 'discard'>
  readonly settings: Pick<Settings, 'get'>
  readonly slots: Pick<Slots, 'minutesAt'>
}

/** A meeting that is ahead is cancelled first, with its letter. */
async function withdrawalChanges(parts: WithdrawingParts, application: Application, reason: string): Promise<readonly Change[]> {
  const act = { at: parts.now(), delivery: parts.delivery }
  const messages = await parts.outbox.forApplication(application.id)
  if (application.meetingAt === null || application.meetingAt <= act.at) return [withdraw(application, reason, messages, act)]
  const cancelled = chooseMeeting(application, null, await termsAt(parts, application.meetingAt), act)
  const next = { ...cancelled.application, revision: application.revision + 1 }
  return [cancelled, withdraw(next, reason, messages, act)]
}

/** Withdraws an application, with a reason, which may be empty. An application in quarantine is deleted immediately: nobody has read it. */
async function withdrawOwn(parts: WithdrawingParts, application: Application, typed: unknown): Promise<Outcome> {
  const { applications, now } = parts
  const reason = readReason(typed)
  const text = typeof typed === 'string' ? typed : ''
  const refused = await reasonAgainst(parts, application, text)
  if (refused !== undefined) return refused
  if (!reason.ok)
    return { kind: 'page', view: await question(parts, application, { reason: text, fault: reason.fault }), status: 422 }
  const limit = await limitRefusal(parts.countChange(application.id))
  if (limit !== undefined)
    return { kind: 'limited', view: await question(parts, application, { reason: text, fault: tooManyWithdrawals }), limit }
  if ((await applications.discard({ ids: [application.id], bySender: true }, now())) > 0)
    return { kind: 'page', view: { ...notice(application, deleted), id: undefined }, status: 200 }
  await saveChanges(parts, application.id, (current) =>
    // Already withdrawn: the form was sent twice, or from another window.
    current.withdrawnAt === null ? withdrawalChanges(parts, current, reason.value.trim()) : [],
  )
  return withdrawnAlready(parts, application, text)
}

/** Reverts a withdrawal within thirty days. */
async function takeBackOwn(parts: ApplicantsChanges, application: Application): Promise<Outcome> {
  const { applications, outbox, delivery, now } = parts
  if (application.withdrawnAt === null) return { kind: 'done', id: application.id }
  const limit = await limitRefusal(parts.countChange(application.id))
  if (limit !== undefined) return { kind: 'limited', view: notice(application, tooMany), limit }
  let isTooLate = false
  await saveChanges(parts, application.id, async (current) => {
    if (current.withdrawnAt === null) return []
    const history = await applications.history(current.id)
    const messages = await outbox.forApplication(current.id)
    const returned = returnApplication(current, history, messages, { at: now(), delivery })
    isTooLate = !returned.ok
    return returned.ok ? [returned.value] : []
  })
  return isTooLate ? { kind: 'page', view: notice(application, tooLate), status: 409 } : { kind: 'done', id: application.id }
}

export const withdrawalRoutes = (parts: WithdrawingParts, { forNamed }: Holder): Routes =>
  new Routes('holder')
    .get(paths.withdraw, (context) =>
      forNamed(
        context,
        context.req.query('of'),
        async (application) =>
          (await reasonAgainst(parts, application)) ?? {
            kind: 'page',
            view: await question(parts, application),
            status: 200,
          },
      ),
    )
    .post(paths.withdraw, async (context) => {
      const { of, reason } = await readObject(context, 16 * shortBytes)
      const lost = unsaved({
        action: paths.withdraw,
        hidden: { of },
        fields: { reason: textarea(translate`Reason`, { required: false }) },
        raw: { reason },
      })
      return forNamed(context, of, (application) => withdrawOwn(parts, application, reason), lost)
    })
    .post(paths.takeBackWithdrawal, async (context) => {
      const { of } = await readObject(context, shortBytes)
      return forNamed(context, of, (application) => takeBackOwn(parts, application))
    })
