import { release } from '../../applications/submission.ts'
import { blindOf } from '../../server/blind/blind.ts'
import { actNow, type Desk } from '../../server/desk/desk.ts'
import { recordOf } from '../../server/desk/responses.ts'
import { readObject } from '../../server/http/body.ts'
import { invalid, readIds } from '../../server/http/faults.ts'
import { actorOf } from '../../server/http/guards.ts'
import { Routes } from '../../server/http/routes.ts'
import { quarantineRoutes } from './api.ts'

/** How many submissions one response lists. */
const pageSize = 50
/** The limit of submissions that one call releases or deletes by id. */
const maxIds = 200

const readSubmissions = (ids: unknown): readonly string[] => readIds(ids, maxIds, 'submissions')

/** The routes that list, release and delete quarantined submissions. A submission can be deleted together with all similar ones. */
export function deskRoutes(desk: Pick<Desk, 'applications' | 'settings' | 'formVersions' | 'delivery' | 'now' | 'poke'>): Routes {
  const { applications, settings, formVersions, now, poke } = desk
  return new Routes('admin')
    .on(quarantineRoutes.quarantine, async (context) => {
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
    .on(quarantineRoutes.releaseQuarantined, async (context) => {
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
    .on(quarantineRoutes.deleteQuarantined, async (context) => {
      const { ids, like, upTo } = await readObject(context)
      if (like === undefined) return { deleted: await applications.discard({ ids: readSubmissions(ids) }, now()) }
      if (typeof like !== 'string') throw invalid('like', 'The id of one submission is required')
      const until = new Date(typeof upTo === 'string' ? upTo : Number.NaN)
      if (Number.isNaN(until.getTime())) throw invalid('upTo', 'The time up to which submissions are deleted is required')
      return { deleted: await applications.discard({ like, upTo: until }, now()) }
    })
}
