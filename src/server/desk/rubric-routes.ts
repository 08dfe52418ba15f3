import { paths, patterns } from '../../api/paths.ts'
import { type ApplicationReply, type RubricReply, type RubricsReply, toRecord } from '../../api/replies.ts'
import { AppError } from '../../shared/errors.ts'
import { readFormType } from '../../shared/form-types.ts'
import { readObject } from '../http/body.ts'
import { Routes } from '../http/routes.ts'
import type { Settings } from '../storage/port.ts'
import { type Deciding, read } from './decide.ts'
import { allRubrics, putRubric, rubricOf } from './rubrics.ts'
import { giveScore, readScore } from './scores.ts'

/** What applications are scored by, and their scores. Behind `adminOnly`. */
export function rubricRoutes(parts: Deciding & { readonly settings: Settings }): Routes {
  const app = new Routes('admin')
  const { settings } = parts

  app.get(paths.rubrics, async (context) =>
    context.json({ success: true, rubrics: await allRubrics(settings) } satisfies RubricsReply),
  )

  app.put(patterns.rubric, async (context) => {
    const formType = readFormType(context.req.param('formType'))
    if (formType === undefined) throw new AppError('RECORD_NOT_FOUND', { say: 'There is no such form.' })
    const rubric = await putRubric(settings, formType, await readObject(context.req.raw))
    return context.json({ success: true, rubric } satisfies RubricReply)
  })

  app.put(patterns.scores, async (context) => {
    const id = context.req.param('id')
    const score = readScore(await readObject(context.req.raw))
    const { criteria } = await rubricOf(settings, (await read(parts.applications, id)).formType)
    const by = { kind: 'admin', email: context.get('session').email } as const
    const application = await giveScore(parts, id, score, by, () => criteria)
    const { scores, revision } = application
    return context.json({ success: true, application: toRecord(application), scores, revision } satisfies ApplicationReply)
  })

  return app
}
