import { routes } from '../../api/routes.ts'
import { invalidEmail, readEmail } from '../../forms/fields/email.ts'
import { after, day } from '../../shared/dates.ts'
import { readObject } from '../http/body.ts'
import { refuseFaults } from '../http/faults.ts'
import { Routes } from '../http/routes.ts'
import type { Deadlines } from './deadlines.ts'

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
  new Routes('admin').on(routes.makeLateLink, async (context) => {
    const { email, cohort, until } = await readObject(context)
    const faults: Record<string, string> = {}
    const address = readEmail(email)
    if (address === undefined) faults.email = invalidEmail
    const moment = new Date(typeof until === 'string' ? until : '')
    if (!(moment > now() && moment <= after(now(), maxLifeMs))) faults.until = 'Choose a time within the next 60 days'
    const token = Object.keys(faults).length > 0 ? '' : await deadlines.lateLink(address ?? '', String(cohort), moment)
    if (token === undefined) faults.cohort = 'Choose a cohort that the form offers'
    refuseFaults(faults)
    return { link: `${formUrl}?late=${token}` }
  })
