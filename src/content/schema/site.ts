import { z } from 'zod'
import { colourFault } from '../../shared/colours.ts'
import { optionalPages } from '../../shared/existing-pages.ts'
import { isZone } from '../../shared/zones.ts'
import { email, fact, link, logo, text, url } from './values.ts'

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, 'a colour such as #123a5c')
  .meta({ format: 'color' })

const currencies: readonly string[] = Intl.supportedValuesOf('currency')

/** content/site.yaml: who we are, in the order in which `npm run init` asks, and the links of every page. A text takes a value as {site.name}. */
export const siteSchema = z.strictObject({
  /** Our name. */
  name: fact.max(40),
  /** [Name in another script] Our name in another script, below every page and on pictures. Leave it out if there is none. */
  nativeName: fact.max(40).optional(),
  /** [Registered company] The company behind the site, for the footer, /privacy and /terms. Leave it out while there is none. */
  company: z
    .strictObject({
      /** The registered name. */
      name: fact,
      /** What kind of number it is registered under, and the number, such as `Company No. 12345678`. */
      number: fact.optional(),
    })
    .optional(),
  /** One line that says what we are. */
  tagline: fact,
  /** Two sentences for search results and feeds. */
  description: text.min(50).max(200),
  /** The postal address. */
  address: z.strictObject({
    /** House and street. */
    street: fact,
    /** [Part of the city] The part of the city. */
    area: fact,
    /** The city. */
    city: fact,
    /** [State, county or province] The state, county or province. */
    region: fact,
    /** [Postal code] The postal code. */
    postcode: fact,
    /** The country. */
    country: fact,
  }),
  /** English, and the two letters of the country, such as `en-IN`. Amounts are written as there. */
  language: z.string().regex(/^en(-[A-Z]{2})?$/, 'en, or en and a country such as en-GB'),
  /** [Time zone] The time zone of the IANA database, such as `Europe/Lisbon`, in which days begin and times are shown. */
  zone: z.string().refine(isZone, 'a time zone such as Europe/Lisbon'),
  /** The currency (ISO 4217), such as `EUR`, in which amounts in dollars are repeated. */
  currency: z.string().refine((code) => currencies.includes(code), 'three letters of a currency such as EUR'),
  /** [Opening hours] The opening hours. */
  hours: text,
  /** The e-mail address for enquiries. */
  email,
  /** [Signs the emails] The person who signs the emails to applicants; without one, the team signs. */
  signature: text.optional(),
  /** [E-mail for service partners] The e-mail address for service partners. */
  partnerEmail: email,
  /** [Subject of mail from partners] The subject that the mail link for service partners fills in. */
  partnerSubject: text,
  /** Our telephone number. */
  phone: z.strictObject({
    /** [As it is shown] The number as it is shown. */
    display: text,
    /** [As it is dialled] The number that a telephone dials: `+` and digits. */
    dial: z.string().regex(/^\+\d{8,15}$/, 'a plus sign and 8 to 15 digits'),
  }),
  /** [Address of the chat] The URL of the chat service; `/`, the digits of our number and `?text=` are added. */
  chatUrl: url,
  /** [Profiles elsewhere] Our profiles elsewhere. */
  social: z.array(
    z.strictObject({
      /** [Service] The service, which determines the icon. */
      kind: z.enum(['linkedin', 'instagram', 'x', 'youtube']),
      /** The name that a screen reader says. */
      name: text,
      /** [Address] The profile’s address. */
      url,
    }),
  ),
  /** [Position on the map] The position of the office on the map. Leave it out for a page without a map. */
  office: z
    .strictObject({
      /** Degrees north. */
      latitude: z.number().min(-90).max(90),
      /** Degrees east. */
      longitude: z.number().min(-180).max(180),
    })
    .optional(),
  /** [Colours] Our colours. All other tones of pages, letters and pictures are computed from them. */
  colours: z
    .strictObject({
      /** [Dark ground] The dark ground of bands, headings and drawings, such as `#123a5c`. */
      ground: colour,
      /** [Links and buttons] The accent of links and buttons, such as `#0b6e4f`. */
      accent: colour,
      /** [Dots and the name] The bright colour of dots, of the name on the dark ground and of bright bands, such as `#f0b429`. Left out, it has the hue of links and buttons. */
      mark: colour.optional(),
    })
    .superRefine((colours, context) => {
      for (const family of ['ground', 'accent', 'mark'] as const) {
        const message = colourFault(family, colours)
        if (message !== '') context.addIssue({ code: 'custom', path: [family], params: { message } })
      }
    }),
  /**
   * [Drawings | A line around dots | Dots alone | None]
   * What pages and sharing pictures are decorated with. The mark beside the name stays. Left out, it is a line around dots.
   */
  drawings: z.enum(['kolam', 'dots', 'none']).optional(),
  /** [Pages that we do not have] The pages that this site does not have, with the form on each. Applications that have arrived stay at the desk. */
  without: z.array(z.enum(optionalPages)).optional(),
  /** [Word that our drawing comes from] Our mark: a drawing that is computed from a word. Any word gives another one. */
  mark: fact.max(40),
  /** [Our own mark] Our own mark, a square picture, in place of the drawing: beside the name, in tabs, on devices. */
  logo: logo.optional(),
  /** [Menu] The navigation links at the top of every page. */
  navigation: z.array(link).min(1),
  /** [Button at the top of each page] The button at the top of each page. */
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
