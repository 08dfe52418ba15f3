import { z } from 'zod'
import { paper } from './paper.ts'
import { callToAction, email, heading, item, listOf, page, portrait, text, url } from './values.ts'

/** content/team.yaml: the people who run the accelerator. */
export const teamSchema = z
  .array(
    z.strictObject({
      /** The full name, as the person writes it. */
      name: text,
      /** The person's role here. */
      role: text,
      /** Two to four sentences. */
      bio: text,
      /** The portrait, a file in content/portraits. */
      image: portrait,
      /** The LinkedIn profile, if there is one. */
      linkedin: url.optional(),
      /** The Instagram profile, if there is one. */
      instagram: url.optional(),
      /** The profile on X, if there is one. */
      twitter: url.optional(),
      /** The e-mail address for visitors. */
      email,
    }),
  )
  .min(1)

/** content/mentors.yaml: the mentors who are shown. */
export const mentorsSchema = z
  .array(
    z.strictObject({
      /** The full name, as the person writes it. */
      name: text,
      /** The person's job and company. */
      title: text,
      /** Two or three sentences. */
      bio: text,
      /** Their fields of expertise, as tags. */
      expertise: z.array(text).min(1),
      /** Where they have worked. */
      companies: z.array(text).min(1),
      /** The portrait, a file in content/portraits. */
      image: portrait,
      /** The LinkedIn profile, if there is one. */
      linkedin: url.optional(),
      /** The Instagram profile, if there is one. */
      instagram: url.optional(),
    }),
  )
  .min(1)

/** content/pages/mentors.yaml: the people are in mentors.yaml. */
export const mentorsPageSchema = z.strictObject({
  ...page,
  /** What mentors help with: four areas. */
  areas: listOf(
    z.strictObject({
      /** The area. */
      title: text,
      /** What belongs to it. */
      text,
      /** Mentors of mentors.yaml who help with it, by name. */
      mentors: z.array(text).min(1),
    }),
    4,
  ),
  /** A question to a mentor, with the mentor's remarks, as an example. */
  sheet: paper.optional(),
  /** The heading over the people. */
  featured: heading,
  /** How mentorship works: three steps. */
  how: listOf(item, 3),
  /** The call to action at the end of the page. */
  join: callToAction,
})

export type Mentor = z.output<typeof mentorsSchema>[number]

/** content/pages/team.yaml: the people are in team.yaml. */
export const teamPageSchema = z.strictObject({
  ...page,
  /** The heading over the people. */
  leadership: text,
  /** How we work. */
  values: listOf(item, 4),
  /** The call to action at the end of the page. */
  join: callToAction,
})
