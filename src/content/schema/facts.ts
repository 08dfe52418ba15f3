import { z } from 'zod'
import { text } from './values.ts'

/** A text that can stand inside any other: one line, without quotation marks, and without what has a meaning in YAML. */
const fact = text.regex(/^(?!.*(: | #|["\\{}\n]))/s, 'one line without quotation marks, braces, ": " and " #"')

/** The deal of a programme. */
const deal = z.strictObject({
  /** What a company gets. It ends with a full stop. */
  get: fact,
  /** What we get. It has no full stop. */
  give: fact,
  /** On which paper: shares, a contract. It has no full stop. */
  paper: fact,
  /** Where the programme takes place. */
  where: fact,
  /** How long it takes. It has no full stop. */
  long: fact,
})

/** content/facts.yaml: what several pages say, each once. A text takes a value as {facts.accelerator.give}. */
export const factsSchema = z.strictObject({
  /** Whether somebody has confirmed the deal, the company and the figures. Until then, they are placeholders. */
  confirmed: z.boolean(),
  /** The day up to which the large figures count, such as `30 Sep 2025`. */
  asOf: fact,
  /** The company behind the site. */
  company: z.strictObject({
    /** The registered name. */
    name: fact,
    /** The corporate identity number. */
    cin: fact,
  }),
  /** The deal of the accelerator. */
  accelerator: deal,
  /** The deal of the studio. */
  startupStudio: deal,
  /** The deal of fund raise support. */
  fundRaise: deal,
  /** Whether we pay cash for shares. */
  cash: fact,
  /** Whether a no has a reason. */
  reason: fact,
  /** Who pays us when we introduce a company to an investor. */
  interest: fact,
  /** What we are not, in law, where investments are introduced. */
  adviser: fact,
  /** Rupees for a dollar. */
  rupeesPerDollar: z.number().positive(),
})

export type Facts = z.output<typeof factsSchema>
