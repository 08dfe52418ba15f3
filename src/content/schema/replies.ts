import { z } from 'zod'
import { text } from './values.ts'

/** content/replies.yaml: the saved replies of the message to an applicant. */
export const repliesSchema = z.array(
  z.strictObject({
    /** The name in the list at the desk. */
    name: text.max(60),
    /** The subject of the message. */
    subject: text.max(200),
    /** The message below its greeting. `{name}` is the applicant's name. */
    text: text.refine((words) => !/[{}]/.test(words.replaceAll('{name}', '')), 'without braces, except {name}'),
  }),
)

export type Reply = z.output<typeof repliesSchema>[number]
