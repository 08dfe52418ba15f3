// It is long because it has the schema of every page that src/site/pages composes itself.
import { z } from 'zod'
import { lastCallSchema } from './last-call.ts'
import { paper } from './paper.ts'
import { mentorsPageSchema, teamPageSchema } from './people.ts'
import { termsSchema } from './terms.ts'
import {
  callToAction,
  day,
  formIntro,
  heading,
  item,
  link,
  linkedItem,
  linkedText,
  listOf,
  page,
  photograph,
  step,
  text,
} from './values.ts'

/** A question to the visitor, and where those go who say yes. */
const signpost = z.strictObject({
  /** The question. */
  question: text,
  /** [Button] The link for them. */
  action: link,
})

/** content/pages/home.yaml */
const homeSchema = z.strictObject({
  ...page,
  /** [Second button] The hero's second button. */
  second: link,
  /** [Photograph] A photograph under the first success story. */
  photo: photograph.optional(),
  /** [Heading over the programmes] The services: heading and intro; the programmes have documents of their own. */
  services: heading,
  /** [Reasons] Why choose us. */
  why: listOf(item, 4),
  /** [Link to the terms] The link to the terms, under the reasons. */
  terms: link,
  /** [Section for partners] The section for partners. */
  partners: z.strictObject({
    /** The heading. */
    title: text,
    /** The text under the heading. */
    text,
    /** [Button] The button for partners. */
    action: link,
    /** [Mail link] The label of the mail link for service partners. */
    mail: text,
  }),
})

/** content/pages/apply.yaml: the cards are in programs/, the questions in faq.yaml. */
const applySchema = z.strictObject({
  ...page,
  /** [Which programme is whose] Which programme is whose: three. */
  doors: z.array(signpost).length(3),
  /** [Where there are no cohorts] Whether a programme without cohorts is open. */
  anyDay: text,
  /** [How to apply] How to apply: five steps. */
  process: listOf(item, 5),
  /** [Heading over the questions] The heading over the questions. */
  faq: heading,
  /** [Call to action at the end] A call to action for visitors who are not sure. */
  contact: callToAction,
})

/** content/pages/about.yaml */
const aboutSchema = z.strictObject({
  ...page,
  /** [Photograph] A photograph under the mission. */
  photo: photograph.optional(),
  /** [Mission] Why we exist: paragraphs. */
  mission: z.strictObject({
    /** The heading. */
    title: text,
    /** Its paragraphs. */
    paragraphs: z.array(linkedText).min(1),
  }),
  /** [Paper, as an example] What stood on a board on the first day, as an example. */
  sheet: paper.optional(),
  /** [Values] Our four values. */
  values: listOf(item, 4),
  /** [Where to go from here] Where to go from here. */
  next: listOf(signpost, 3),
})

/** content/pages/work-for-startups.yaml */
const workSchema = z.strictObject({
  ...page,
  /** [Badges] The hero's badges. */
  badges: z.array(text).length(2),
  /** The facts that visitors ask for first, one per line. */
  facts: z.array(item).min(3).max(6),
  /** [Reasons] Why Intern: four cards. */
  why: listOf(item, 4),
  /** [Heading over the companies] The heading over the companies that take interns. */
  takers: text,
  /** [Roles] Internship Opportunities: six roles. */
  roles: listOf(
    z.strictObject({
      /** The heading. */
      title: text,
      /** What the intern does. */
      text,
      /** Key skills: tags. */
      skills: z.array(text).min(2),
    }),
    6,
  ),
  /** The requirements for an intern: six lines. */
  requirements: listOf(text, 6),
  /** [Heading over the form] The heading over the form. */
  form: formIntro,
})

/** content/pages/become-early-customer.yaml */
const earlyCustomerSchema = z.strictObject({
  ...page,
  /** The facts that visitors ask for first, one per line. */
  facts: z.array(item).min(3).max(6),
  /** [Reasons] Why Become an Early Customer: four. */
  why: listOf(item, 4),
  /** [Who can join] Who Can Join: two kinds, with what each gets. */
  who: listOf(
    z.strictObject({
      /** The heading. */
      title: text,
      /** A description of this kind, in a sentence. */
      text,
      /** What this kind gets: four lines. */
      benefits: z.array(text).length(4),
    }),
    2,
  ),
  /** Startup Categories: six, each with examples. */
  categories: listOf(
    z.strictObject({
      /** The heading. */
      title: text,
      /** Examples of products, as tags. */
      examples: z.array(text).min(2),
      /** [Companies] Companies of the portfolio with a product in it, by name. */
      companies: z.array(text).optional(),
    }),
    6,
  ),
  /** [How it works] How It Works: four steps. */
  how: listOf(item, 4),
  /** [Heading over the form] The heading over the form. */
  form: formIntro,
})

/** content/pages/investors.yaml */
const investorsSchema = z.strictObject({
  ...page,
  /** [Weeks for investors] Two weeks of the accelerator, such as `Week 17`: when an investor meets a company, and when everyone else does. */
  calendar: z.array(step).length(2),
  /** The facts that visitors ask for first, one per line. */
  facts: z.array(item).min(3).max(5),
  /** What an investor gets. */
  benefits: listOf(item, 6),
  /** [A brief, as an example] The two pages of a brief, as an example. */
  brief: z
    .strictObject({
      /** The heading over them. */
      title: text,
      /** [Introduction] How many briefs an investor gets. */
      intro: text,
      /** A company of the portfolio, by name. */
      company: text,
      /** The pages. */
      pages: z.array(paper).length(2),
    })
    .optional(),
  /** [Areas] The areas in which we look for companies: four. */
  focus: listOf(
    z.strictObject({
      /** The area. */
      title: text,
      /** What we look for in it. */
      text,
      /** [Companies] Companies of the portfolio that work in it, by name. */
      companies: z.array(text),
    }),
    4,
  ),
  /** [Heading over the form] The heading over the form. */
  form: formIntro,
})

/** content/pages/service-provider.yaml */
const serviceProviderSchema = z.strictObject({
  ...page,
  /** [Link back] The link back. */
  back: link,
  /** The facts that visitors ask for first, one per line. */
  facts: z.array(item).min(3).max(5),
  /** What a provider gets: four. */
  benefits: listOf(item, 4),
  /** [Paper, as an example] The contract, as an example. */
  sheet: paper.optional(),
  /** The services that start-ups look for. */
  categories: listOf(
    z.strictObject({
      /** The service. */
      title: text,
      /** What belongs to it. */
      text,
      /** A company of the portfolio that looks for it, by name. */
      company: text.optional(),
    }),
  ),
  /** [Heading over the form] The heading over the form. */
  form: formIntro,
})

/** content/pages/portfolio.yaml: the companies are in portfolio.yaml. */
const portfolioPageSchema = z.strictObject({
  ...page,
  /** [Note under each sheet] The note under the sheet of each company. */
  note: text,
  /** [Call to action at the end] The call to action at the end of the page. */
  join: callToAction,
})

/** content/pages/contact.yaml: address and numbers are in site.yaml. */
const contactSchema = z.strictObject({
  ...page,
  /** [Photograph] A photograph under the addresses. */
  photo: photograph.optional(),
  /** [Heading over the form] The heading over the form. */
  form: formIntro,
  /** [How to find us] How to find the office: heading and sentences. Leave it out if the address is enough. */
  visit: item.optional(),
})

/** content/pages/blog.yaml: the posts are in posts/. */
const blogSchema = z.strictObject({
  ...page,
  /** [Topics in a row] The topics in a row; they are not links. */
  chips: z.array(text).min(1),
  /** [Call to action at the end] The block at the end. */
  more: callToAction,
  /** [After a post] After a post: the programme that its category is about. */
  ways: z.array(
    callToAction.extend({
      /** The categories of the posts that it follows. */
      categories: z.array(text).min(1),
    }),
  ),
})

/** content/pages/privacy.yaml */
export const privacySchema = z.strictObject({
  ...page,
  /** The notice in short, one fact per line. */
  facts: z.array(linkedItem).min(3).max(5),
  /** [Notice at every form] The notice at every form. */
  notice: z.strictObject({
    /** [Day of this text] The day since which page and notice have this text. Change it with every change of the text; each submission stores it. */
    version: day,
    /** Who stores the answers, for what, and how long. The form adds the address for requests. */
    text,
  }),
  /** [Who reads requests] The person who reads requests and complaints; laws on data protection ask for a name. */
  person: z.strictObject({
    /** The person's name. */
    name: text,
    /** The role, to follow the name: "who runs our reviews". */
    role: text,
  }),
  /** The sections of the page. */
  sections: z
    .array(
      z.strictObject({
        /** The heading. */
        title: text,
        /** Its paragraphs. {person} is replaced by the person above, {processors} by the companies that the server's settings name, {deletion} by what deleting means. */
        paragraphs: z
          .array(
            linkedText.refine(
              (words) => !/[{}]/.test(words.replaceAll(/\{(person|processors|deletion)\}/g, '')),
              'text without braces, except {person}, {processors} and {deletion}',
            ),
          )
          .min(1),
      }),
    )
    .min(1),
})

/** The schema of each file of content/pages whose page src/site/pages composes itself, by its name. */
export const pageSchemas = {
  home: homeSchema,
  apply: applySchema,
  terms: termsSchema,
  about: aboutSchema,
  'the-last-call': lastCallSchema,
  'work-for-startups': workSchema,
  'become-early-customer': earlyCustomerSchema,
  investors: investorsSchema,
  'service-provider': serviceProviderSchema,
  portfolio: portfolioPageSchema,
  team: teamPageSchema,
  mentors: mentorsPageSchema,
  contact: contactSchema,
  blog: blogSchema,
  privacy: privacySchema,
}
