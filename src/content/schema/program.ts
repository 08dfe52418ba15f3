import { z } from 'zod'
import { formIntro, heading, item, listOf, page, path, stat, step, text } from './values.ts'

const program = {
  ...page,
  /** The short name: navigation, home, dashboard. */
  name: text,
  /** The name on the card of /apply. */
  title: text,
  /** How long it lasts. */
  duration: text,
  /** One or two sentences: for whom, and what changes. */
  description: text,
  /** What one gets: lines of a list. */
  features: z.array(text).min(3),
  /** Who can apply: lines of a list. */
  eligibility: z.array(text).min(2),
  /** The page where one applies. */
  applicationLink: path,
  /** What a visitor asks first, each in a line: for whom, what it costs, how long, by when, the next step. */
  facts: z.array(item).min(3).max(5),
  /** The heading over the form. */
  form: formIntro,
}

/** content/programs/accelerator.yaml */
export const acceleratorSchema = z.strictObject({
  ...program,
  /** Program Benefits: six cards. */
  benefits: listOf(item, 6),
  /** What You'll Experience: five things. */
  experience: listOf(item, 5),
  /** 6-Month Journey: five steps. */
  journey: listOf(step, 5),
  /** The loud moment: a few words, and their sentence. */
  loud: item,
  /** Upcoming Cohorts: heading and intro; the cohorts are in cohorts.yaml. */
  cohorts: heading,
  /** Success Stories. */
  stories: listOf(
    z.strictObject({
      /** A company of portfolio.yaml, by name. */
      company: text,
      /** What happened in the programme. */
      text,
      /** Who founded it, as `Asha Raman and Joel Prakash`. */
      founders: text,
      /** Who stood beside them, by the name in mentors.yaml. */
      mentor: text,
      /** The figure that changed; `₹6 lakh to ₹41 lakh` is shown as two figures and the line between them. */
      result: stat,
    }),
    3,
  ),
})

/** content/programs/startup-studio.yaml */
export const startupStudioSchema = z.strictObject({
  ...program,
  /** The six weeks: three pairs. */
  weeks: listOf(
    z.strictObject({
      ...step.shape,
      /** What exists at the end of it. */
      outcome: text,
    }),
    3,
  ),
  /** How the studio works with a founder. */
  together: listOf(item, 4),
})

/** content/programs/fund-raise.yaml */
export const fundRaiseSchema = z.strictObject({
  ...program,
  /** The stages of funding, with their amounts. */
  stages: listOf(
    z.strictObject({
      /** The stage's name. */
      name: text,
      /** How much is raised at it, as `$50K-$500K`. */
      amount: text,
      /** What an investor expects by then. */
      text,
    }),
    4,
  ),
  /** The way to the money: five steps, up to week 24. */
  process: listOf(step, 5),
  /** Track record: heading and intro; the figures are in stats.yaml. */
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
      /** The heading. */
      title: text,
      /** How long, as `3-6 Months`. */
      duration: text,
      /** What the model is. */
      text,
      /** Which of the five parts of What We Provide are ours in it, by their headings. */
      ours: z.array(text).min(1),
      /** For whom it fits. */
      suits: text,
    }),
    3,
  ),
  /** What We Provide: five things. */
  provides: listOf(item, 5),
  /** Our Impact: heading and intro; the figures are in stats.yaml. */
  impact: heading.extend({
    /** What the drawing beside the figures counts: 25 lines, and 500 dots. */
    drawing: text,
  }),
  /** Partnership Process: four steps. */
  process: listOf(item, 4),
})

export type Program = z.output<z.ZodObject<typeof program>>
