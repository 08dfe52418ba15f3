import { z } from 'zod'
import { type Criterion, isCriterionId, rubricLimits as limits, type Rubric } from '../../shared/criterion.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import { text } from './values.ts'

const criterion = z.strictObject({
  /** The name of the criterion, in one to three words. */
  name: text.max(limits.name),
  /** Its weight in the total, 1 to 10. */
  weight: z.int().min(1).max(limits.weight),
  /** [What it asks] The question that the score answers. */
  guidance: text.max(limits.guidance),
  /** [What a 1 means] What a 1 means. */
  low: text.max(limits.anchor),
  /** [What a 5 means] What a 5 means. */
  high: text.max(limits.anchor),
})

/** A list of keys of `criteria`, each at most once. */
const rubric = z.array(z.string()).max(limits.criteria).default([])

/** content/rubrics.yaml: the default rubrics. The reviewer can change the rubric of a form at the desk. */
export const rubricsSchema = z
  .strictObject({
    /** The criteria by key. Scores are stored by key, so they stay if a name changes. */
    criteria: z.record(z.string().refine(isCriterionId, 'small letters, digits and hyphens'), criterion),
    /** The criteria of each form, in the order of the desk. With an empty list, or without one, applications of the form are not scored. */
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
