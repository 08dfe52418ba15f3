import { z } from 'zod'
import { email, picture, text, url } from './values.ts'

/** content/team.yaml: who runs the house. */
export const teamSchema = z
  .array(
    z.strictObject({
      /** First name and family name, as the person writes them. */
      name: text,
      /** What the person does here. */
      role: text,
      /** Two to four sentences. */
      bio: text,
      /** The portrait, a file in content/portraits. */
      image: picture,
      /** The profile that the card links to, if there is one. */
      linkedin: url.optional(),
      /** The profile for pictures, if there is one. */
      instagram: url.optional(),
      /** The profile for short messages, if there is one. */
      twitter: url.optional(),
      /** The address that people may write to. */
      email,
    }),
  )
  .min(1)

/** content/mentors.yaml: the mentors who are shown. */
export const mentorsSchema = z
  .array(
    z.strictObject({
      /** First name and family name, as the person writes them. */
      name: text,
      /** What the person does, and where. */
      title: text,
      /** Two or three sentences. */
      bio: text,
      /** What to ask them about: tags. */
      expertise: z.array(text).min(1),
      /** Where they have worked. */
      companies: z.array(text).min(1),
      /** The portrait, a file in content/portraits. */
      image: picture,
      /** The profile that the card links to, if there is one. */
      linkedin: url.optional(),
      /** The profile for pictures, if there is one. */
      instagram: url.optional(),
    }),
  )
  .min(1)

export type Mentor = z.output<typeof mentorsSchema>[number]
