import { z } from 'zod'
import { fact } from './values.ts'

/** The deal of a programme. */
const deal = z.strictObject({
  /** [A company gets] What a company gets. It ends with a full stop. */
  get: fact,
  /** [We get] What we get. It has no full stop. */
  give: fact,
  /** [On which paper] On which paper: shares, a contract. It has no full stop. */
  paper: fact,
  /** Where the programme takes place. */
  where: fact,
  /** [How long] How long it takes. It has no full stop. */
  long: fact,
})

/** content/facts.yaml: what several pages say, each once. A text takes a value as {facts.accelerator.give}. */
export const factsSchema = z.strictObject({
  /** [Confirmed: these are our own] Whether somebody has confirmed the deal and the figures. Until then, they are placeholders. */
  confirmed: z.boolean(),
  /** [Figures count up to] The day up to which the large figures count, such as `30 Sep 2025`. */
  asOf: fact,
  /** The deal of the accelerator. */
  accelerator: deal,
  /** The deal of the studio. */
  startupStudio: deal,
  /** The deal of fund raise support. */
  fundRaise: deal,
  /** [Cash for shares] Whether we pay cash for shares. */
  cash: fact,
  /** [Reason for a no] Whether a no has a reason. */
  reason: fact,
  /** [Who pays us] Who pays us when we introduce a company to an investor. */
  interest: fact,
  /** [What we are not] What we are not, in law, where investments are introduced. */
  adviser: fact,
  /** [What a dollar costs] What a dollar costs in our currency, for amounts such as {amount.$50K}. */
  perDollar: z.number().positive(),
})

export type Facts = z.output<typeof factsSchema>
