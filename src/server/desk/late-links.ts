import { paths } from '../../api/paths.ts'
import type { LateLinkResponse } from '../../api/responses.ts'
import { invalidEmail, isEmail } from '../../forms/fields/email.ts'
import { after, day } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { Deadlines } from '../deadlines.ts'
import { readObject } from '../http/body.ts'
import { Routes } from '../http/routes.ts'

/** The parts for making late links. */
export interface LateLinks {
  readonly deadlines: Pick<Deadlines, 'lateLink'>
  /** The address of the accelerator's form. */
  readonly formUrl: string
  now(): Date
}

/** The longest validity of a late link. */
const maxLifeMs = 60 * day

/** The route that makes a late link. Nothing is stored. */
export const lateLinkRoutes = ({ deadlines, formUrl, now }: LateLinks): Routes =>
  new Routes('admin').post(paths.lateLinks, async (context) => {
    const { email, cohort, until } = await readObject(context)
    const details: Record<string, string> = {}
    if (typeof email !== 'string' || !isEmail(email.trim())) details.email = invalidEmail
    const moment = new Date(typeof until === 'string' ? until : '')
    if (!(moment > now() && moment <= after(now(), maxLifeMs))) details.until = 'Choose a moment in the next 60 days'
    const token = Object.keys(details).length > 0 ? '' : await deadlines.lateLink(String(email), String(cohort), moment)
    if (token === undefined) details.cohort = 'Choose a cohort that is offered at the form'
    if (Object.keys(details).length > 0) throw new AppError('FORM_VALIDATION_FAILED', { details })
    return context.json({ success: true, link: `${formUrl}?late=${token}` } satisfies LateLinkResponse)
  })
