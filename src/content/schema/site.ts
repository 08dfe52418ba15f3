import { z } from 'zod'
import { email, link, text, url } from './values.ts'

/** content/site.yaml: who we are, where we are, and what stands on every page. */
export const siteSchema = z.strictObject({
  /** Our name. */
  name: text,
  /** Our name in its own script, for those who read the drawn wordmark aloud. */
  nativeName: text,
  /** The one line that says what we are. */
  tagline: text,
  /** Two sentences for search results and feeds. */
  description: text.min(50).max(200),
  /** Where letters and visitors go. */
  address: z.strictObject({
    /** House and street. */
    street: text,
    /** The part of the city. */
    area: text,
    /** The city. */
    city: text,
    /** State. */
    region: text,
    /** PIN code, in quotes. */
    postcode: text,
    /** The country. */
    country: text,
  }),
  /** When the door is open. */
  hours: text,
  /** Where enquiries go. */
  email,
  /** Where those who want to serve our start-ups write to. */
  partnerEmail: email,
  /** The subject that the mail link for service partners fills in. */
  partnerSubject: text,
  /** Our telephone. */
  phone: z.strictObject({
    /** As people read it. */
    display: text,
    /** As a telephone dials it: `+` and digits. */
    dial: z.string().regex(/^\+\d{8,15}$/, 'a plus sign and 8 to 15 digits'),
  }),
  /** The chat program's address for messages; `/` and our number's digits follow it, then `?text=`. */
  chatUrl: url,
  /** Our profiles elsewhere. */
  social: z
    .array(
      z.strictObject({
        /** Which service: chooses the icon. */
        kind: z.enum(['linkedin', 'instagram', 'x', 'youtube']),
        /** The name that a screen reader says. */
        name: text,
        /** The profile’s address. */
        url,
      }),
    )
    .min(1),
  /** Where the office stands on the map, in degrees. */
  office: z.strictObject({
    /** Degrees north. */
    latitude: z.number().min(-90).max(90),
    /** Degrees east. */
    longitude: z.number().min(-180).max(180),
  }),
  /** The links at the top of each page. */
  navigation: z.array(link).min(1),
  /** The button at the top of each page. */
  apply: link,
  /** The groups of links at the foot of each page. */
  footer: z
    .array(
      z.strictObject({
        /** The group's heading. */
        title: text,
        /** The pages it lists. */
        links: z.array(link).min(1),
      }),
    )
    .min(1),
})

export type Site = z.output<typeof siteSchema>
