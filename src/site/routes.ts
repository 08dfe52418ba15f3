import { pages, plainPages, posts, programs } from '../content/content.ts'
import { hasPage } from '../shared/existing-pages.ts'
import { forms, longForms, questionsPath } from './forms.ts'
import { type Drawing, kolamFrom, pageKolam } from './kolams.ts'

/** A public page: its path, title and kolam; for the blog also the day of the latest post, for a post its own day. */
export interface PublicRoute {
  readonly path: string
  readonly title: string
  readonly kolam: Drawing
  readonly day?: string | undefined
}

/** The texts of the pages, each with its path. */
const texts = [
  ...Object.entries({ ...pages, ...plainPages }).map(([name, { meta }]) => ({ path: name === 'home' ? '/' : `/${name}`, meta })),
  ...Object.values(programs).map(({ applicationLink, meta }) => ({ path: applicationLink, meta })),
]

/** Every page whose words are in content/, and every post: the entries of the sitemap, each with an Open Graph picture. No other page is indexed. */
export const publicRoutes: readonly PublicRoute[] = [
  ...texts.map(({ path, meta }) => ({
    path,
    title: meta.title,
    kolam: pageKolam(path === '/' ? 'home' : path.slice(1)),
    day: path === '/blog' ? posts[0]?.date : undefined,
  })),
  ...posts.map(({ slug, title, date }) => ({ path: `/blog/${slug}`, title, kolam: kolamFrom(slug), day: date })),
].filter(({ path }) => hasPage(path))

/** The paths of the pages that one file renders for many: plain pages, posts, a success page of each form, and the questions of the long ones. */
export const severalPaths: readonly string[] = [
  ...Object.keys(plainPages).map((name) => `/${name}`),
  ...posts.map(({ slug }) => `/blog/${slug}`),
  ...Object.values(forms).map(({ path }) => `${path}/submitted`),
  ...longForms.map(questionsPath),
]
