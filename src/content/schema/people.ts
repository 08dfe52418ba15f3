import { z } from 'zod'
import { paper } from './paper.ts'
import { callToAction, email, heading, item, listOf, page, portrait, text, url } from './values.ts'

/** content/team.yaml: the people who run the accelerator. */
export const teamSchema = z.array(
  z.strictObject({
    /** The full name, as the person writes it. */
    name: text,
    /** The person's role here. */
    role: text,
    /** [About the person] Two to four sentences. */
    bio: text,
    /** [Portrait] A portrait; leave space around the face. */
    image: portrait,
    /** [LinkedIn] The LinkedIn profile, if there is one. */
    linkedin: url.optional(),
    /** [Instagram] The Instagram profile, if there is one. */
    instagram: url.optional(),
    /** [X] The profile on X, if there is one. */
    twitter: url.optional(),
    /** The e-mail address for visitors. */
    email,
  }),
)

/** content/mentors.yaml: the mentors who are shown. */
export const mentorsSchema = z.array(
  z.strictObject({
    /** The full name, as the person writes it. */
    name: text,
    /** The person's job and company. */
    title: text,
    /** [About the person] Two or three sentences. */
    bio: text,
    /** Their fields of expertise, as tags. */
    expertise: z.array(text).min(1),
    /** [Companies] Where they have worked. */
    companies: z.array(text).min(1),
    /** [Portrait] A portrait; leave space around the face. */
    image: portrait,
    /** [LinkedIn] The LinkedIn profile, if there is one. */
    linkedin: url.optional(),
    /** [Instagram] The Instagram profile, if there is one. */
    instagram: url.optional(),
  }),
)

/** content/pages/mentors.yaml: the people are in mentors.yaml. */
export const mentorsPageSchema = z.strictObject({
  ...page,
  /** [Areas] What mentors help with: four areas. */
  areas: listOf(
    z.strictObject({
      /** The area. */
      title: text,
      /** What belongs to it. */
      text,
      /** The mentors who help with it, by name. */
      mentors: z.array(text),
    }),
    4,
  ),
  /** [Question and remarks, as an example] A question to a mentor, with the mentor's remarks, as an example. */
  sheet: paper.optional(),
  /** [Heading over the people] The heading over the people. */
  featured: heading,
  /** [How it works] How mentorship works: three steps. */
  how: listOf(item, 3),
  /** [Call to action at the end] The call to action at the end of the page. */
  join: callToAction,
})

export type Mentor = z.output<typeof mentorsSchema>[number]

/** content/pages/team.yaml: the people are in team.yaml. */
export const teamPageSchema = z.strictObject({
  ...page,
  /** [Heading over the people] The heading over the people. */
  leadership: text,
  /** How we work. */
  values: listOf(item, 4),
  /** [Call to action at the end] The call to action at the end of the page. */
  join: callToAction,
})
