import { pages, posts, programs } from '../content/content.ts'
import { hasPage } from '../shared/existing-pages.ts'
import { forms, longForms, questionsPath } from './forms.ts'
import { type Drawing, kolams, postKolam } from './kolams.ts'

/** A public page: its path, title and kolam; for the blog also the day of the latest post, for a post its own day. */
export interface PublicRoute {
  readonly path: string
  readonly title: string
  readonly kolam: Drawing
  readonly day?: string | undefined
}

/** The texts of the pages, by the last part of their path. */
const texts = {
  ...pages,
  accelerator: programs.accelerator,
  'startup-studio': programs.startupStudio,
  'fund-raise': programs.fundRaise,
  'acceleration-as-service': programs.accelerationAsService,
}

/** Every public page and every post: the entries of the sitemap, each with an Open Graph picture. */
export const publicRoutes: readonly PublicRoute[] = [
  ...(Object.keys(texts) as readonly (keyof typeof texts)[]).map((name) => ({
    path: name === 'home' ? '/' : `/${name}`,
    title: texts[name].meta.title,
    kolam: kolams[name],
    day: name === 'blog' ? posts[0]?.date : undefined,
  })),
  ...posts.map(({ slug, title, date }) => ({ path: `/blog/${slug}`, title, kolam: postKolam(slug), day: date })),
].filter(({ path }) => hasPage(path))

/** The paths of the pages that one file renders for many: a post each, a success page of each form, and the questions of the long ones. */
export const severalPaths: readonly string[] = [
  ...posts.map(({ slug }) => `/blog/${slug}`),
  ...Object.values(forms).map(({ path }) => `${path}/submitted`),
  ...longForms.map(questionsPath),
]
