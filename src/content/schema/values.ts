import { z } from 'zod'
import { isDay } from '../../shared/dates.ts'
import { isEmail } from '../../shared/mailbox.ts'
import type { PictureFolder } from '../../shared/stored-pictures.ts'
import { isOwnPage, isPictureName } from '../addresses.ts'
import { markupFault } from '../links-in-text.ts'

const textWith = (hasLinks: boolean) =>
  z
    .string()
    .trim()
    .min(1)
    .superRefine((typed, context) => {
      const message = markupFault(typed, hasLinks)
      if (message !== undefined) context.addIssue(message)
    })

/** Text that is not empty, without markup; spaces around it are removed. */
export const text = textWith(false)

/** Text in which `[words](/page)` and `[words](https://…)` are links. */
export const linkedText = textWith(true).meta({ format: 'linked' })

/** A text that can stand inside any other: one line, without quotation marks, and without what has a meaning in YAML. */
export const fact = text.regex(/^(?!.*(: | #|["\\{}\n]))/s, 'one line without quotation marks, braces, ": " and " #"')

/** A day, such as `2026-01-15`. It must exist. */
export const day = z.string().refine(isDay, 'a day such as 2026-01-15').meta({ format: 'date' })

/** One of our pages, such as `/apply` or `/accelerator#apply`. */
export const path = z.string().refine(isOwnPage, 'a page of this site such as /apply')

/** A complete external URL: `https://…`. */
export const url = z.string().regex(/^https:\/\/[^\s/]+\.[^\s]+$/, 'a complete address such as https://social.example/kolam')

/** An e-mail address. */
export const email = z.string().refine(isEmail, 'an e-mail address such as hello@kolam.example').meta({ format: 'email' })

/** The file name of a picture in a folder of content/. */
const pictureIn = (folder: PictureFolder) =>
  z
    .string()
    .refine(isPictureName, 'a file name in small letters such as priya-ramesh.jpg (svg, jpg, png, webp or avif)')
    .meta({ format: folder })

/** The file name of a picture in content/portraits. */
export const portrait = pictureIn('portraits')

/** The file name of a picture in content/logos. */
export const logo = pictureIn('logos')

/** The file name of a picture in content/pictures. */
export const picture = pictureIn('pictures')

/** A photograph of a place or a moment, in content/pictures. Without one, the page has only its drawings. */
export const photograph = z.strictObject({
  /** [Picture] The file name. */
  file: picture,
  /** [What it shows] What it shows, for people who do not see it. */
  alt: text,
  /** [What stays in view] The point that stays in view where the picture is cropped: from the left and from the top, such as `50% 30%`. Without one, its middle. */
  focus: z
    .string()
    .regex(/^(?:100|\d{1,2})% (?:100|\d{1,2})%$/, 'two shares such as 50% 30%')
    .meta({ format: 'focus' })
    .optional(),
})

export type Photo = z.output<typeof photograph>

/** A short name for URLs, such as `building-mvp`. */
export const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'small letters, digits and single hyphens')

/** A heading and a text. Short form: `Heading: text`. */
export const item = short(
  'title',
  'text',
  z.strictObject({
    /** [Heading] The heading. */
    title: text,
    /** The text under the heading. */
    text,
  }),
)

/** A heading and a text with links. Short form: `Heading: text`. */
export const linkedItem = short(
  'title',
  'text',
  z.strictObject({
    /** [Heading] The heading. */
    title: text,
    /** The text under the heading. */
    text: linkedText,
  }),
)

/** A figure and what it counts. Short form: `50+: startups`. */
export const stat = short(
  'value',
  'label',
  z.strictObject({
    /** [Figure] The figure, which is shown large. */
    value: text,
    /** [What it counts] What it counts, in lower case unless it is a name. */
    label: text,
  }),
)

/** A link to one of our pages. Short form: `Label: /page`. */
export const link = short(
  'label',
  'to',
  z.strictObject({
    /** [Words] The label of the link. */
    label: text,
    /** [Leads to] The page it leads to. */
    to: path,
  }),
)

/** A heading with a list; `count` is the number of entries that the specification requires. */
export const listOf = <Item extends z.ZodType>(entry: Item, count?: number) =>
  z.strictObject({
    /** [Heading] The section's heading. */
    title: text,
    /** [Introduction] A sentence or two under the heading. */
    intro: text.optional(),
    /** [Entries] The entries, in the order in which they are shown. */
    items: count ? z.array(entry).length(count) : z.array(entry).min(1),
  })

/** A heading, a text, and a button. */
export const callToAction = z.strictObject({
  /** [Heading] The heading. */
  title: text,
  /** The text under the heading. */
  text,
  /** [Button] The button. */
  action: link,
})

/** A step on a timeline. */
export const step = z.strictObject({
  /** [When] When it happens, such as `Week 1-2`. */
  when: text,
  /** [Heading] The name of the step. */
  title: text,
  /** What happens. */
  text,
})

/** The keys of every page. */
export const page = {
  /** [In search results] The title and description for browser tabs and search results. Both must be unique. */
  meta: z.strictObject({
    /** [Title] The page's title, without our name. */
    title: text.max(60),
    /** The text under the title in search results: 50 to 160 characters. */
    description: text.min(50).max(160),
  }),
  /** [Top of the page] The top of the page. */
  hero: z.strictObject({
    /** [Heading] The main heading of the page. */
    title: text,
    /** The sentences under it. */
    text,
    /** [Button] The label of the hero's button, if it has one. */
    action: text.optional(),
  }),
}

/** The heading over a form, and an introduction. */
export const formIntro = z.strictObject({
  /** [Heading] The heading. */
  title: text,
  /** What applicants should know before they begin. */
  text,
})

/** The heading of a section whose content is in another file. */
export const heading = z.strictObject({
  /** [Heading] The heading. */
  title: text,
  /** [Introduction] A sentence or two under it. */
  intro: text,
})

export type Item = z.output<typeof item>
export type Stat = z.output<typeof stat>
export type Link = z.output<typeof link>

/** Accepts the short form `first: second` of an entry with two keys. All other values are checked by the schema. */
export function short<Schema extends z.ZodType>(first: string, second: string, schema: Schema) {
  return z.preprocess((raw) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
    const entries = Object.entries(raw)
    const [key, value] = entries[0] ?? []
    return entries.length === 1 && key !== first && key !== second ? { [first]: key, [second]: value } : raw
  }, schema)
}
