import { type Criterion, isCriterionId, rubricLimits as limits, type Rubric } from '../shared/criterion.ts'
import { isObject } from '../shared/json.ts'
import { fail, ok, type Result } from '../shared/result.ts'
import type { Scores } from './application.ts'

/** The scale, the same for every criterion. */
export const scale = [1, 2, 3, 4, 5] as const

export const isScore = (value: unknown): value is number => scale.some((step) => step === value)

/** The score for a criterion; undefined if there is none. */
export const scoreOf = (scores: Scores, criterion: string): number | undefined =>
  Object.hasOwn(scores, criterion) ? scores[criterion] : undefined

/** The weighted mean of the scores, to one decimal; undefined until every criterion has a score, because incomplete totals are not comparable. */
export function total(rubric: Rubric, scores: Scores): number | undefined {
  let sum = 0
  let weights = 0
  for (const { id, weight } of rubric) {
    const score = scoreOf(scores, id)
    if (score === undefined) return undefined
    sum += score * weight
    weights += weight
  }
  return weights === 0 ? undefined : Math.round((10 * sum) / weights) / 10
}

/** Makes an id from a name that no other criterion has. */
function idFrom(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 30)
  for (let n = 1; ; n += 1) {
    const id = n === 1 && plain !== '' ? plain : `${plain || 'criterion'}-${n}`
    if (!taken.has(id)) return id
  }
}

/** Parses one criterion of a rubric. `refuse` takes a fault; then the result is not used. @param names of the criteria before it, in lower case */
function readCriterion(
  fields: Readonly<Record<string, unknown>>,
  ids: Set<string>,
  names: Set<string>,
  refuse: (field: string, fault: string) => void,
): Criterion {
  const text = (field: string, label: string, longest: number): string => {
    const input = fields[field] ?? ''
    if (typeof input !== 'string' || input.includes('\0') || !input.isWellFormed()) {
      refuse(field, `${label} must be text`)
      return ''
    }
    if (input.trim().length > longest) refuse(field, `${label} can have ${longest} characters at most`)
    return input.trim()
  }
  const name = text('name', 'The name', limits.name)
  if (name === '') refuse('name', 'A criterion needs a name')
  else if (names.has(name.toLowerCase())) refuse('name', 'Two criteria have this name')
  names.add(name.toLowerCase())
  const weight = fields.weight ?? 1
  if (!Number.isInteger(weight) || Number(weight) < 1 || Number(weight) > limits.weight)
    refuse('weight', `The weight must be a whole number from 1 to ${limits.weight}`)
  if (fields.id !== undefined && !isCriterionId(fields.id)) refuse('id', 'An id has small letters, digits and hyphens')
  const id = isCriterionId(fields.id) ? fields.id : idFrom(name, ids)
  ids.add(id)
  return {
    id,
    name,
    guidance: text('guidance', 'The guidance', limits.guidance),
    low: text('low', 'What a 1 is', limits.anchor),
    high: text('high', 'What a 5 is', limits.anchor),
    weight: Number(weight),
  }
}

/**
 * Parses a rubric. A criterion without an id gets one that is made from its name.
 * @returns the faults are sentences by path: `criteria`, or `criteria.0.name`; the first one of each path
 */
export function readRubric(value: unknown): Result<Rubric, Readonly<Record<string, string>>> {
  if (!Array.isArray(value)) return fail({ criteria: 'The criteria must be a list' })
  if (value.length > limits.criteria) return fail({ criteria: `A rubric can have ${limits.criteria} criteria at most` })
  const items = value.map((item: unknown) => (isObject(item) ? item : {}))
  const declaredIds = items.map(({ id }) => id).filter(isCriterionId)
  const ids = new Set(declaredIds)
  if (ids.size < declaredIds.length) return fail({ criteria: 'Two criteria have the same id' })
  const names = new Set<string>()
  const faults: Record<string, string> = {}
  const criteria = items.map((item, index) =>
    readCriterion(item, ids, names, (field, fault) => {
      faults[`criteria.${index}.${field}`] ??= fault
    }),
  )
  return Object.keys(faults).length > 0 ? fail(faults) : ok(criteria)
}
