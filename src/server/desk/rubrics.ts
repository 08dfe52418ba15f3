import { routes } from '../../api/routes.ts'
import type { Application } from '../../applications/application.ts'
import type { Remark } from '../../applications/history.ts'
import { isScore, readRubric, scoreOf, total } from '../../applications/rubric.ts'
import type { Rubric } from '../../shared/criterion.ts'
import { AppError } from '../../shared/errors.ts'
import { type FormType, formTypes, readFormType } from '../../shared/form-types.ts'
import { readApplication, saveChanges } from '../changes/save-changes.ts'
import type { Settings } from '../database/settings.ts'
import { readObject } from '../http/body.ts'
import { invalid, isRevision, refuseFaults } from '../http/faults.ts'
import { actorOf } from '../http/guards.ts'
import { Routes } from '../http/routes.ts'
import type { Lists } from '../records/applications/lists.ts'
import { remarkChanges } from './changes.ts'
import type { Desk } from './desk.ts'
import { applicationResponse } from './responses.ts'

/** The rubric of a form. Revision 0 is the default rubric, which the admin has not changed. */
interface StoredRubric {
  readonly criteria: Rubric
  readonly revision: number
}

type RubricParts = Pick<Desk, 'settings' | 'defaultRubrics'>

const key = (formType: FormType): string => `rubric:${formType}`

async function rubricOf({ settings, defaultRubrics }: RubricParts, formType: FormType): Promise<StoredRubric> {
  const stored = await settings.get(key(formType))
  if (stored === undefined) return { criteria: defaultRubrics[formType], revision: 0 }
  const criteria = readRubric(stored.value)
  return { criteria: criteria.ok ? criteria.value : defaultRubrics[formType], revision: stored.revision }
}

/** An application with the total of its scores, by the rubric of its form. */
export async function withTotal(parts: RubricParts, application: Application): Promise<Application> {
  const { criteria } = await rubricOf(parts, application.formType)
  return { ...application, total: total(criteria, application.scores) ?? null }
}

/**
 * Recomputes the stored totals of each form whose rubric has changed, at the desk or in the content. The setting `totals:…` has the rubric of the last
 * computation.
 */
export async function refreshTotals(
  parts: RubricParts & { readonly applications: Pick<Lists, 'recomputeTotals'> },
): Promise<void> {
  for (const formType of formTypes) {
    const { criteria } = await rubricOf(parts, formType)
    const weights = criteria.map(({ id, weight }) => [id, weight])
    const stored = await parts.settings.get(`totals:${formType}`)
    if (JSON.stringify(stored?.value) === JSON.stringify(weights)) continue
    // What was read before, and is saved after it, has the former total: it is computed until nothing differs.
    if (await parts.applications.recomputeTotals(formType, (scores) => total(criteria, scores) ?? null)) continue
    await parts.settings.put(`totals:${formType}`, weights, stored?.revision ?? 0)
  }
}

/** The rubric of every form. */
export async function allRubrics(parts: RubricParts): Promise<Readonly<Record<FormType, StoredRubric>>> {
  const pairs = await Promise.all(formTypes.map(async (type) => [type, await rubricOf(parts, type)] as const))
  return Object.fromEntries(pairs) as Record<FormType, StoredRubric>
}

/**
 * Saves a form's rubric over the revision that was read.
 * @throws AppError FORM_VALIDATION_FAILED with faults by field; 409 when it was changed meanwhile
 */
async function saveRubric(
  settings: Settings,
  formType: FormType,
  body: Readonly<Record<string, unknown>>,
): Promise<StoredRubric> {
  const { revision } = body
  const criteria = readRubric(body.criteria)
  if (!criteria.ok) throw new AppError('FORM_VALIDATION_FAILED', { details: criteria.fault })
  if (!isRevision(revision)) throw invalid('revision', 'The revision that was read is required')
  if ((await settings.put(key(formType), criteria.value, revision)) === 'stale')
    throw new AppError('CONFLICT', { message: 'The rubric was changed in another window.' })
  return { criteria: criteria.value, revision: revision + 1 }
}

/** A score for one criterion; null clears it. `seen`: the score that the reviewer saw before; undefined: it replaces any score. */
interface Scoring {
  readonly criterion: string
  readonly score: number | null
  readonly seen: number | null | undefined
}

/** @throws AppError FORM_VALIDATION_FAILED (400) for invalid values */
function readScoring(body: Readonly<Record<string, unknown>>): Scoring {
  const faults: Record<string, string> = {}
  const { criterion, score, seen } = body
  if (typeof criterion !== 'string' || criterion === '') faults.criterion = 'The criterion is required'
  if (score !== null && !isScore(score)) faults.score = 'The score must be a whole number from 1 to 5, or null for none'
  if (seen !== undefined && seen !== null && !isScore(seen))
    faults.seen = 'The earlier score must be a whole number from 1 to 5, or null for none'
  refuseFaults(faults)
  return { criterion: String(criterion), score: score as number | null, seen: seen as number | null | undefined }
}

/**
 * The remark that sets a score; none when the application has this score already.
 * @throws AppError FORM_VALIDATION_FAILED for a criterion that the rubric does not have; 409 when the score was changed meanwhile
 */
function scoreRemarks({ scores }: Application, rubric: Rubric, { criterion: id, score, seen }: Scoring): readonly Remark[] {
  const criterion = rubric.find((candidate) => candidate.id === id)
  if (criterion === undefined) throw invalid('criterion', 'The rubric does not have this criterion')
  const from = scoreOf(scores, id) ?? null
  if (from === score) return []
  if (seen !== undefined && seen !== from)
    throw new AppError('CONFLICT', {
      message: `${criterion.name} was ${from === null ? 'cleared' : `scored ${from}`} in another window.`,
    })
  return [{ what: 'scored', criterion: id, name: criterion.name, from, to: score }]
}

export function rubricRoutes(desk: Desk): Routes {
  const { settings, defaultRubrics } = desk
  return new Routes('admin')
    .on(routes.rubrics, async () => ({ rubrics: await allRubrics(desk), defaults: defaultRubrics }))
    .on(routes.saveRubric, async (context) => {
      const formType = readFormType(context.req.param('formType'))
      if (formType === undefined) throw new AppError('RECORD_NOT_FOUND', { message: 'This form does not exist.' })
      const rubric = await saveRubric(settings, formType, await readObject(context))
      await refreshTotals(desk)
      return { rubric }
    })
    .on(routes.score, async (context) => {
      const id = context.req.param('id')
      const scoring = readScoring(await readObject(context))
      const { criteria } = await rubricOf(desk, (await readApplication(desk.applications, id)).formType)
      const application = await saveChanges(desk, id, (current) =>
        remarkChanges(desk, current, scoreRemarks(current, criteria, scoring), actorOf(context)).map((change) => ({
          ...change,
          application: { ...change.application, total: total(criteria, change.application.scores) ?? null },
        })),
      )
      return applicationResponse(desk, application)
    })
}
