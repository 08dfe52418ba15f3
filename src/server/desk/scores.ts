import type { Actor, Application } from '../../applications/application.ts'
import { isScore, type Rubric, scoreOf } from '../../applications/rubric.ts'
import { AppError } from '../../shared/errors.ts'
import { remarkChanges } from './annotate.ts'
import { change, type Deciding } from './decide.ts'

/** What is given for one criterion; null for nothing any more. `seen`: what it was for who gives it; undefined: whatever it was. */
export interface Score {
  readonly criterion: string
  readonly score: number | null
  readonly seen: number | null | undefined
}

/** @throws AppError FORM_VALIDATION_FAILED (400 with details) for values that cannot be used */
export function readScore(body: Readonly<Record<string, unknown>>): Score {
  const details: Record<string, string> = {}
  const { criterion, score, seen } = body
  if (typeof criterion !== 'string' || criterion === '') details.criterion = 'Say which criterion is scored'
  if (score !== null && !isScore(score)) details.score = 'The score must be a whole number from 1 to 5, or null for none'
  if (seen !== undefined && seen !== null && !isScore(seen))
    details.seen = 'What was seen must be a whole number from 1 to 5, or null for none'
  if (Object.keys(details).length > 0) throw new AppError('FORM_VALIDATION_FAILED', { details })
  return { criterion: String(criterion), score: score as number | null, seen: seen as number | null | undefined }
}

/**
 * Gives an application a score.
 * @throws AppError RECORD_NOT_FOUND; FORM_VALIDATION_FAILED for a criterion that its form's rubric does not have; 409 when it was scored
 * otherwise meanwhile
 */
export const giveScore = (
  parts: Deciding,
  id: string,
  { criterion, score, seen }: Score,
  by: Actor,
  rubricOf: (formType: Application['formType']) => Rubric,
): Promise<Application> =>
  change(parts, id, (application) => {
    const known = rubricOf(application.formType).find((one) => one.id === criterion)
    if (known === undefined)
      throw new AppError('FORM_VALIDATION_FAILED', { details: { criterion: 'The rubric has no such criterion' } })
    const from = scoreOf(application.scores, criterion) ?? null
    if (from === score) return []
    if (seen !== undefined && seen !== from)
      throw new AppError('CONFLICT', {
        say: `${known.name} was ${from === null ? 'cleared' : `scored ${from}`} in another window meanwhile.`,
      })
    return remarkChanges(parts, application, [{ what: 'scored', criterion, name: known.name, from, to: score }], by)
  })
