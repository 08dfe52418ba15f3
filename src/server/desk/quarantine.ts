import { routes } from '../../api/routes.ts'
import { release } from '../../applications/submission.ts'
import { blindOf } from '../blind/blind.ts'
import { readObject } from '../http/body.ts'
import { invalid } from '../http/faults.ts'
import { actorOf } from '../http/guards.ts'
import { Routes } from '../http/routes.ts'
import { actNow, type Desk, readIds, recordOf } from './desk.ts'

/** How many submissions one response lists. */
const pageSize = 50
/** The limit of submissions that one call releases or deletes by id. */
const maxIds = 200

const readSubmissions = (ids: unknown): readonly string[] => readIds(ids, maxIds, 'submissions')

/** The routes that list, release and delete quarantined submissions. A submission can be deleted together with all similar ones. */
export function quarantineRoutes(desk: Desk): Routes {
  const { applications, settings, formVersions, now, poke } = desk
  return new Routes('admin')
    .on(routes.quarantine, async (context) => {
      const { cursor, q } = context.req.query()
      if (q?.trim() && (await blindOf(settings)).forms.length > 0)
        throw invalid('q', 'During a blind pass the quarantine is not searched: a word could tell who sent it')
      const page = await applications.quarantined({
        cursor: cursor || undefined,
        limit: pageSize,
        search: q?.replaceAll('\0', ' '),
      })
      return {
        quarantined: page.quarantined.map(({ application, reasons, until, alike }) => ({
          application: recordOf(desk, application),
          reasons,
          until: until.toISOString(),
          alike,
        })),
        nextCursor: page.nextCursor ?? null,
        total: page.total,
      }
    })
    .on(routes.releaseQuarantined, async (context) => {
      const ids = readSubmissions((await readObject(context)).ids)
      let released = 0
      for (const id of ids) {
        const application = await applications.inQuarantine(id)
        if (application === undefined) continue
        const change = release(application, await formVersions.of(application), actNow(desk, actorOf(context)))
        if ((await applications.release(change)) === 'released') released += 1
      }
      poke()
      return { released }
    })
    .on(routes.deleteQuarantined, async (context) => {
      const { ids, like, upTo } = await readObject(context)
      if (like === undefined) return { deleted: await applications.discard({ ids: readSubmissions(ids) }, now()) }
      if (typeof like !== 'string') throw invalid('like', 'The id of one submission is required')
      const until = new Date(typeof upTo === 'string' ? upTo : Number.NaN)
      if (Number.isNaN(until.getTime())) throw invalid('upTo', 'The time up to which submissions are deleted is required')
      return { deleted: await applications.discard({ like, upTo: until }, now()) }
    })
}
