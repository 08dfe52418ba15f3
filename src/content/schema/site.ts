import { z } from 'zod'
import { email, link, text, url } from './values.ts'

/** content/site.yaml: our name, our address, and the texts of every page. */
export const siteSchema = z.strictObject({
  /** Our name. */
  name: text,
  /** Our name in Tamil script, for screen readers, because the wordmark is a drawing. */
  nativeName: text,
  /** One line that says what we are. */
  tagline: text,
  /** Two sentences for search results and feeds. */
  description: text.min(50).max(200),
  /** The postal address. */
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
  /** The opening hours. */
  hours: text,
  /** The e-mail address for enquiries. */
  email,
  /** The e-mail address for service partners. */
  partnerEmail: email,
  /** The subject that the mail link for service partners fills in. */
  partnerSubject: text,
  /** Our telephone number. */
  phone: z.strictObject({
    /** The number as it is shown. */
    display: text,
    /** The number that a telephone dials: `+` and digits. */
    dial: z.string().regex(/^\+\d{8,15}$/, 'a plus sign and 8 to 15 digits'),
  }),
  /** The URL of the chat service; `/`, the digits of our number and `?text=` are added. */
  chatUrl: url,
  /** Our profiles elsewhere. */
  social: z
    .array(
      z.strictObject({
        /** The service, which determines the icon. */
        kind: z.enum(['linkedin', 'instagram', 'x', 'youtube']),
        /** The name that a screen reader says. */
        name: text,
        /** The profile’s address. */
        url,
      }),
    )
    .min(1),
  /** The position of the office on the map. */
  office: z.strictObject({
    /** Degrees north. */
    latitude: z.number().min(-90).max(90),
    /** Degrees east. */
    longitude: z.number().min(-180).max(180),
  }),
  /** The navigation links at the top of every page. */
  navigation: z.array(link).min(1),
  /** The button at the top of each page. */
  apply: link,
  /** The groups of links in the footer of every page. */
  footer: z
    .array(
      z.strictObject({
        /** The group's heading. */
        title: text,
        /** Its links. */
        links: z.array(link).min(1),
      }),
    )
    .min(1),
})

export type Site = z.output<typeof siteSchema>
