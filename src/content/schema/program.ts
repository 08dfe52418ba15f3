import { z } from 'zod'
import { paper, wavesPaper } from './paper.ts'
import { formIntro, heading, item, listOf, page, path, photograph, step, text } from './values.ts'

const program = {
  ...page,
  /** [Short name] The short name, for the navigation, the home page and the desk. */
  name: text,
  /** [Name on its card] The name on the card of /apply. */
  title: text,
  /** The duration. */
  duration: text,
  /** One or two sentences: for whom it is, and what changes. */
  description: text,
  /** [What participants get] What participants get, as a list. */
  features: z.array(text).min(3),
  /** [Who can apply] Who can apply, as a list. */
  eligibility: z.array(text).min(2),
  /** [Page with the form] The page with the application form. */
  applicationLink: path,
  /** The facts that visitors ask for first, one per line: for whom; then the deal: what one gets, what one gives, where; then the next step. */
  facts: z.array(item).min(4).max(5),
  /** [Heading over the form] The heading over the form. */
  form: formIntro,
}

/** content/programs/accelerator.yaml */
export const acceleratorSchema = z.strictObject({
  ...program,
  /** [Photograph] A photograph under the success stories. */
  photo: photograph.optional(),
  /** Program Benefits: six, each with the weeks in which a company has it. */
  benefits: listOf(step, 6),
  /** What You'll Experience: five things. */
  experience: listOf(item, 5),
  /** 6-Month Journey: five steps. */
  journey: listOf(step, 5),
  /** [Paper, as an example] The sheet that a team fills in for Monday, as an example. */
  sheet: paper.optional(),
  /** [Heading over the cohorts] Upcoming Cohorts: heading and intro; the cohorts have a list of their own. */
  cohorts: heading.extend({
    /** [While none is open] What stands first while no cohort is open: its name, and when one can apply. */
    next: item,
    /** [Button beside the address] The button beside the field for an address that is told when the next cohort starts. */
    tell: text,
    /** [Over earlier cohorts] Over the cohorts that one cannot join any more: a heading and a sentence. */
    earlier: item,
  }),
  /** [Success stories] Success Stories. */
  stories: listOf(
    z.strictObject({
      /** A company of the portfolio, by name. Its founders, mentor and figure are there. */
      company: text,
      /** What happened in the programme. */
      text,
    }),
    3,
  ).optional(),
})

/** content/programs/startup-studio.yaml */
export const startupStudioSchema = z.strictObject({
  ...program,
  /** The six weeks: three pairs. */
  weeks: listOf(
    z.strictObject({
      ...step.shape,
      /** [What exists at the end] What exists at the end of these weeks. */
      outcome: text,
    }),
    3,
  ),
  /** A first invoice, as an example. What stands in a line is an amount or a name. */
  invoice: paper.optional(),
  /** The six weeks of one team, a line for each, as an example. */
  diary: paper.optional(),
  /** [How we work together] How the studio works with a founder. */
  together: listOf(item, 4),
})

/** content/programs/fund-raise.yaml */
export const fundRaiseSchema = z.strictObject({
  ...program,
  /** The funding stages, with amounts. */
  stages: listOf(
    z.strictObject({
      /** [Stage] The stage's name. */
      name: text,
      /** The usual amount, such as `$50K-$500K`. */
      amount: text,
      /** What an investor expects at this stage. */
      text,
    }),
    4,
  ),
  /** The fund-raising process: five steps, up to week 24. */
  process: listOf(step, 5),
  /** [Paper, as an example] Whom a company asked and what came of it, as an example. */
  sheet: wavesPaper.optional(),
  /** [Heading over the figures] Track record: heading and intro; the figures are among the rows of figures. */
  trackRecord: heading,
  /** What it costs. */
  fees: item,
})

/** content/programs/acceleration-as-service.yaml */
export const accelerationAsServiceSchema = z.strictObject({
  ...program,
  /** Who We Partner With: four types. */
  partners: listOf(item, 4),
  /** Service Models: three. */
  models: listOf(
    z.strictObject({
      /** [Heading] The heading. */
      title: text,
      /** The duration, such as `3-6 Months`. */
      duration: text,
      /** A description of the model. */
      text,
      /** [What we do in it] The parts of What We Provide that we do in this model, by their headings. */
      ours: z.array(text).min(1),
      /** [Whom it suits] Whom it suits. */
      suits: text,
    }),
    3,
  ),
  /** [What we provide] What We Provide: five things. */
  provides: listOf(item, 5),
  /** [Heading over the figures] Our Impact: heading and intro; the figures are among the rows of figures. */
  impact: heading.extend({
    /** [What the drawing shows] What the drawing next to the figures shows: 25 lines and 500 dots. */
    drawing: text,
  }),
  /** The first page of a report to a partner, as an example. */
  report: paper.optional(),
  /** Partnership Process: four steps. */
  process: listOf(item, 4),
})

export type Program = z.output<z.ZodObject<typeof program>>
