import type { Context } from 'hono'
import { paths } from '../../api/paths.ts'
import type { Application } from '../../applications/application.ts'
import type { Delivery } from '../../applications/outgoing.ts'
import { progressOf } from '../../applications/progress.ts'
import { mayWithdraw, returnToUs, withdraw } from '../../applications/withdrawal.ts'
import type { PrivatePageView } from '../../form-view/private-page/view.ts'
import { parseText } from '../../forms/fields/text.ts'
import { AppError } from '../../shared/errors.ts'
import { reference } from '../../shared/ids.ts'
import { type Saving, saveChanges } from '../applications.ts'
import type { FormVersions } from '../form-versions.ts'
import { readObject } from '../http/body.ts'
import { announce } from '../http/error-reply.ts'
import type { Web } from '../http/routes.ts'
import { Routes } from '../http/routes.ts'
import type { Applications } from '../storage/applications-port.ts'
import type { Outbox } from '../storage/outbox-port.ts'
import type { Holder } from './holder.ts'

/** What applicants need to change their own applications. */
export interface ApplicantsChanges extends Saving {
  readonly applications: Pick<Applications, 'byId' | 'history' | 'save' | 'discard'>
  readonly outbox: Pick<Outbox, 'forApplication'>
  readonly formVersions: Pick<FormVersions, 'of'>
  readonly delivery: Delivery
  now(): Date
  /** Counts a change of an application by its applicant. @throws AppError TOO_MANY_REQUESTS */
  countChange(id: string): Promise<unknown>
}

/** Where an application stands on its applicant's page. */
export const ownPage = (id: string): string => `${paths.my}?of=${id}#application-${reference(id)}`

const readReason = parseText('The reason', 1_000)

const tooMany = {
  title: 'Please try again in an hour',
  text: 'This application was changed many times from here within an hour. Nothing was changed just now.',
} as const

const answered = {
  title: 'This cannot be withdrawn any more',
  text: 'Your application has its answer. You find it in our letter to you.',
} as const

const tooLate = {
  title: 'The thirty days are over',
  text: 'This application was withdrawn more than thirty days ago, so it stays withdrawn. You can send a new one at any time.',
} as const

const deleted = {
  title: 'It is withdrawn',
  text: 'Your application is withdrawn, and what you sent us with it is deleted.',
} as const

/** Withdrawing, which a page asks about first, and taking that back. */
export function withdrawalRoutes(parts: ApplicantsChanges, { page, opened }: Holder): Routes {
  const { applications, outbox, formVersions, delivery, now } = parts

  /** The application that a request names, if its link was opened in this browser. */
  const named = async (context: Context, id: unknown): Promise<Application | undefined> =>
    (await opened(context)).find((application) => application.id === id)

  const progress = async (application: Application) =>
    progressOf(
      application,
      await applications.history(application.id),
      await outbox.forApplication(application.id),
      now(),
      delivery.holdS,
    )

  const notice = (
    application: Application,
    words: typeof tooMany | typeof answered | typeof tooLate | typeof deleted,
  ): PrivatePageView => ({
    kind: 'notice',
    id: application.id,
    ...words,
  })

  const question = async (application: Application): Promise<Extract<PrivatePageView, { kind: 'withdraw' }>> => ({
    kind: 'withdraw',
    id: application.id,
    title: (await formVersions.of(application)).title,
    reference: reference(application.id),
  })

  /** Whether a change is still within the limit; the page that says so when it is not. */
  const refusedByLimit = async (context: Context<Web>, application: Application): Promise<Response | undefined> => {
    try {
      await parts.countChange(application.id)
      return undefined
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error
      return page(context, notice(application, tooMany), announce(context, error))
    }
  }

  return new Routes('holder')
    .get(paths.withdraw, async (context) => {
      const application = await named(context, context.req.query('of'))
      if (application === undefined) return page(context, { kind: 'lost' }, 404)
      if (application.withdrawnAt !== null) return context.redirect(ownPage(application.id), 303)
      if (!mayWithdraw(application, await progress(application))) return page(context, notice(application, answered), 409)
      return page(context, await question(application))
    })
    .post(paths.withdraw, async (context) => {
      const { of, reason: typed } = await readObject(context.req.raw)
      const application = await named(context, of)
      if (application === undefined) return page(context, { kind: 'lost' }, 404)
      const reason = readReason(typed)
      if (!reason.ok) {
        const text = typeof typed === 'string' ? typed : ''
        return page(context, { ...(await question(application)), reason: text, fault: reason.fault }, 422)
      }
      if (application.withdrawnAt !== null) return context.redirect(ownPage(application.id), 303)
      if (!mayWithdraw(application, await progress(application))) return page(context, notice(application, answered), 409)
      const refused = await refusedByLimit(context, application)
      if (refused !== undefined) return refused
      // nobody has read one in quarantine
      if ((await applications.discard({ ids: [application.id] }, now())) > 0) return page(context, notice(application, deleted))
      await saveChanges(parts, application.id, async (current) =>
        // sent twice, or withdrawn in another window meanwhile
        current.withdrawnAt !== null
          ? []
          : [withdraw(current, reason.value.trim(), now(), delivery, await outbox.forApplication(current.id))],
      )
      return context.redirect(ownPage(application.id), 303)
    })
    .post(paths.takeBackWithdrawal, async (context) => {
      const { of } = await readObject(context.req.raw)
      const application = await named(context, of)
      if (application === undefined) return page(context, { kind: 'lost' }, 404)
      if (application.withdrawnAt === null) return context.redirect(ownPage(application.id), 303)
      const refused = await refusedByLimit(context, application)
      if (refused !== undefined) return refused
      let isTooLate = false
      await saveChanges(parts, application.id, async (current) => {
        if (current.withdrawnAt === null) return []
        const [history, messages] = [await applications.history(current.id), await outbox.forApplication(current.id)]
        const returned = returnToUs(current, history, messages, now(), delivery)
        isTooLate = !returned.ok
        return returned.ok ? [returned.value] : []
      })
      return isTooLate ? page(context, notice(application, tooLate), 409) : context.redirect(ownPage(application.id), 303)
    })
}
