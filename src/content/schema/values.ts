import { z } from 'zod'
import { isDay } from '../../shared/dates.ts'

const ownPage = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?(?:#[a-z0-9-]+)?$/

/** Whether a link leads to a page of ours, as `/apply` or `/accelerator#apply`, and not to another site or a script. */
export const isOwnPage = (to: string): boolean => ownPage.test(to)

/** Text that is not empty, without space around it. */
export const text = z.string().trim().min(1)

/** A day, as `2026-01-15`. Days that no calendar has are refused. */
export const day = z.string().refine(isDay, 'a day such as 2026-01-15')

/** A page of ours, as `/apply` or `/accelerator#apply`. */
export const path = z.string().refine(isOwnPage, 'a page of ours such as /apply')

/** An address outside, in full: `https://…`. */
export const url = z.string().regex(/^https:\/\/[^\s/]+\.[^\s]+$/, 'a whole address such as https://social.example/kolam')

/** An e-mail address. */
export const email = z.email('an e-mail address such as hello@kolam.example')

/** The name of a picture in content/portraits, content/logos or content/pictures: a drawing, or a photograph. */
export const picture = z
  .string()
  .regex(
    /^[a-z0-9-]+\.(svg|jpg|jpeg|png|webp|avif)$/,
    'a file name in small letters such as priya-ramesh.jpg (svg, jpg, png, webp or avif)',
  )

/** A short name for addresses, as `building-mvp`. */
export const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'small letters, digits and single hyphens')

/** A heading and the sentences under it. Short form: `Heading: sentences`. */
export const item = short(
  'title',
  'text',
  z.strictObject({
    /** The heading. */
    title: text,
    /** What stands under it. */
    text,
  }),
)

/** A figure and what it counts. Short form: `50+: startups`. */
export const stat = short(
  'value',
  'label',
  z.strictObject({
    /** The figure, as it is set in large type. */
    value: text,
    /** What it counts, in small letters unless it is a name. */
    label: text,
  }),
)

/** A link to a page of ours. Short form: `Label: /page`. */
export const link = short(
  'label',
  'to',
  z.strictObject({
    /** The words of the link. */
    label: text,
    /** The page it leads to. */
    to: path,
  }),
)

/** A heading with the things that it lists; `count` is how many the specification asks for. */
export const listOf = <Item extends z.ZodType>(entry: Item, count?: number) =>
  z.strictObject({
    /** The section's heading. */
    title: text,
    /** A sentence or two under the heading. */
    intro: text.optional(),
    /** What the section lists, in the order in which it is shown. */
    items: count ? z.array(entry).length(count) : z.array(entry).min(1),
  })

/** A heading, what stands under it, and where to go from there. */
export const callToAction = z.strictObject({
  /** The heading. */
  title: text,
  /** What stands under it. */
  text,
  /** The button. */
  action: link,
})

/** A moment on a line of time. */
export const step = z.strictObject({
  /** When, as `Week 1-2`. */
  when: text,
  /** What the time is called. */
  title: text,
  /** What happens. */
  text,
})

/** What every page has. */
export const page = {
  /** What stands in the browser's tab and in search results. Both are different on every page. */
  meta: z.strictObject({
    /** The page's title, without our name. */
    title: text.max(60),
    /** What a search result says under the title: 50 to 160 characters. */
    description: text.min(50).max(160),
  }),
  /** The top of the page. */
  hero: z.strictObject({
    /** The page's one large heading. */
    title: text,
    /** The sentences under it. */
    text,
    /** The words on the hero's button, if it has one. */
    action: text.optional(),
  }),
}

/** The heading over a form, and what to know before one begins. */
export const formIntro = z.strictObject({
  /** The heading. */
  title: text,
  /** What to know before one begins. */
  text,
})

/** The heading over something that stands in a file of its own. */
export const heading = z.strictObject({
  /** The heading. */
  title: text,
  /** A sentence or two under it. */
  intro: text,
})

export type Item = z.output<typeof item>
export type Stat = z.output<typeof stat>
export type Link = z.output<typeof link>

/** Accepts an entry of two keys written as one: `first: second`. Any other value goes to the schema, which names its faults. */
function short<Schema extends z.ZodType>(first: string, second: string, schema: Schema) {
  return z.preprocess((raw) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
    const entries = Object.entries(raw)
    const [key, value] = entries[0] ?? []
    return entries.length === 1 && key !== first && key !== second ? { [first]: key, [second]: value } : raw
  }, schema)
}
