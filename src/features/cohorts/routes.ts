import type { Cohort } from '../../content/schema/cohort.ts'
import { invalidEmail, readEmail } from '../../forms/fields/email.ts'
import type { Forms } from '../../forms/form.ts'
import type { Deadlines } from '../../server/deadlines/port.ts'
import { readObject } from '../../server/http/body.ts'
import { refuseFaults } from '../../server/http/faults.ts'
import { remembered } from '../../server/http/remembered.ts'
import { Routes } from '../../server/http/routes.ts'
import type { Lists } from '../../server/records/applications/lists.ts'
import { after, day } from '../../shared/dates.ts'
import { cohortRoutes } from './api.ts'
import { type CohortReport, cohortTally } from './rules.ts'

interface Parts {
  readonly applications: Pick<Lists, 'facts'>
  /** A publish changes them in place. */
  readonly cohorts: readonly Cohort[]
  readonly formVersions: { readonly today: Forms }
  readonly deadlines: Pick<Deadlines, 'lateLink'>
  /** The address of the accelerator's form. */
  readonly formUrl: string
  now(): Date
}

/** The longest validity of a late link. */
const maxLifeMs = 60 * day

async function count({ applications, cohorts, formVersions }: Parts): Promise<readonly CohortReport[]> {
  const counted = cohortTally(cohorts, formVersions.today.Accelerator)
  for await (const batch of applications.facts({ formType: 'Accelerator', detailed: true }))
    for (const fact of batch) counted.add(fact)
  return counted.result()
}

export function deskRoutes(parts: Parts): Routes {
  const { cohorts, deadlines, formUrl, now } = parts
  // The cohorts are in the key: a report shows their present places and deadlines.
  const reports = remembered((_: readonly Cohort[]) => count(parts))
  return (
    new Routes('admin')
      .on(cohortRoutes.cohorts, async () => ({ cohorts: await reports(cohorts, now()) }))
      // Nothing is stored.
      .on(cohortRoutes.makeLateLink, async (context) => {
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
  )
}
