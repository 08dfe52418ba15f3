import { z } from 'zod'
import { type Criterion, isCriterionId, rubricLimits as limits, type Rubric } from '../../shared/criterion.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import { text } from './values.ts'

const criterion = z.strictObject({
  /** What is scored, in a word or three. */
  name: text.max(limits.name),
  /** How much it counts in the total, 1 to 10. */
  weight: z.int().min(1).max(limits.weight),
  /** The question that the reviewer answers by a score. */
  guidance: text.max(limits.guidance),
  /** What a 1 means. */
  low: text.max(limits.anchor),
  /** What a 5 means. */
  high: text.max(limits.anchor),
})

/** Keys of `criteria`, each once. */
const rubric = z.array(z.string()).max(limits.criteria)

/** content/rubrics.yaml: how applications are scored until the reviewer changes the rubric of a form at the desk. */
export const rubricsSchema = z
  .strictObject({
    /** The criteria by key. Scores are stored under the key: change a name, and the scores stay. */
    criteria: z.record(z.string().refine(isCriterionId, 'small letters, digits and hyphens'), criterion),
    /** The criteria of each form, in the order of the desk. An empty list: its applications are answered, not scored. */
    forms: z.strictObject(Object.fromEntries(formTypes.map((type) => [type, rubric])) as Record<FormType, typeof rubric>),
  })
  .transform(({ criteria, forms }, context) => {
    const read = (formType: FormType): Rubric =>
      forms[formType].flatMap((id, index): Criterion[] => {
        const match = Object.hasOwn(criteria, id) ? criteria[id] : undefined
        if (match !== undefined && forms[formType].indexOf(id) === index) return [{ id, ...match }]
        const message = match === undefined ? 'a key of `criteria`' : 'a criterion that the list does not have yet'
        context.addIssue({ code: 'custom', path: ['forms', formType, index], message, input: id })
        return []
      })
    return Object.fromEntries(formTypes.map((type) => [type, read(type)])) as Readonly<Record<FormType, Rubric>>
  })
