import { cohortsAt } from '../content/cohorts.ts'
import { site } from '../content/content.ts'
import type { Post } from '../content/post.ts'
import type { Cohort } from '../content/schema/cohort.ts'
import type { Question } from '../content/schema/faq.ts'
import type { Program } from '../content/schema/program.ts'
import type { Site } from '../content/schema/site.ts'
import { publicUrlPlaceholder } from '../shared/built-pages.ts'
import { ogPath } from './pictures/svg.ts'
import { ownMark } from './sections/shared/content-pictures.ts'

const id = `${publicUrlPlaceholder}/#organization`

/** A reference to our organization, for the data of other pages. */
const organizationRef = { '@type': 'Organization', '@id': id, name: site.name, url: publicUrlPlaceholder }

/** Our organization, for search engines (schema.org). */
export const organization = (site: Site) => ({
  '@context': 'https://schema.org',
  '@type': 'Organization',
  '@id': id,
  name: site.name,
  alternateName: site.nativeName,
  description: site.description,
  url: publicUrlPlaceholder,
  logo: publicUrlPlaceholder + (ownMark ?? '/icon-512.png'),
  email: site.email,
  telephone: site.phone.dial,
  address: {
    '@type': 'PostalAddress',
    streetAddress: `${site.address.street}, ${site.address.area}`,
    addressLocality: site.address.city,
    addressRegion: site.address.region,
    postalCode: site.address.postcode,
    addressCountry: site.language.split('-')[1] ?? site.address.country,
  },
  sameAs: site.social.map(({ url }) => url),
})

/** A programme, for search engines (schema.org). */
export const course = (program: Program) => ({
  '@context': 'https://schema.org',
  '@type': 'EducationalOccupationalProgram',
  name: program.title,
  description: program.description,
  url: publicUrlPlaceholder + program.applicationLink,
  timeToComplete: isoDuration(program.duration),
  programPrerequisites: program.eligibility.join('; '),
  provider: organizationRef,
})

/** Converts `6 months` to ISO 8601, `P6M`; undefined for a range such as `3-6 months`, which has no such form. */
function isoDuration(words: string): string | undefined {
  const [, count, unit] = /^(\d+) (week|month)s?$/.exec(words) ?? []
  return unit && `P${count}${unit === 'week' ? 'W' : 'M'}`
}

/**
 * A programme, and an event for each cohort that one can join on `today`, with start and deadline, for search engines (schema.org). Past cohorts are left
 * out, because search engines would show their deadlines as future ones.
 */
export const cohortEvents = (program: Program, cohorts: readonly Cohort[], today: Date): readonly object[] => [
  course(program),
  ...cohortsAt(cohorts, today).ahead.map(({ label, startDate, applicationDeadline }) => ({
    ...course(program),
    '@id': `${publicUrlPlaceholder}${program.applicationLink}#${label.toLowerCase().replaceAll(' ', '-')}`,
    name: `${program.title}, ${label}`,
    startDate,
    applicationDeadline,
  })),
]

/** A post and its breadcrumbs, for search engines (schema.org). */
export function blogPosting(post: Post): readonly object[] {
  const path = `/blog/${post.slug}`
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.excerpt,
      datePublished: post.date,
      author: { '@type': 'Organization', name: post.author },
      publisher: organizationRef,
      image: publicUrlPlaceholder + ogPath(path),
      url: publicUrlPlaceholder + path,
      articleSection: post.category,
      keywords: post.tags,
      wordCount: post.words,
      timeRequired: `PT${post.minutes}M`,
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Blog', item: `${publicUrlPlaceholder}/blog` },
        { '@type': 'ListItem', position: 2, name: post.title },
      ],
    },
  ]
}

/** Questions and their answers, for search engines (schema.org). */
export const questions = (faq: readonly Question[]) => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: faq.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
