import { pages, plainPages, posts, programs } from '../content/content.ts'
import { hasPage } from '../shared/existing-pages.ts'
import { forms, longForms, questionsPath } from './forms.ts'
import { type Ground, groundOf } from './grounds.ts'
import { type Drawing, kolamFrom, pageKolam, postGround } from './kolams.ts'
import { languagePaths } from './languages.ts'

/** A public page; for the blog with the day of the latest post, for a post with its own day. */
export interface PublicRoute {
  readonly path: string
  readonly title: string
  /** Its largest words, which its sharing picture shows on its background, beside its kolam. */
  readonly line: string
  readonly ground: Ground
  readonly kolam: Drawing
  readonly day?: string | undefined
}

/** The texts of the pages, each with its path. */
const texts = [
  ...Object.entries({ ...pages, ...plainPages }).map(([name, { meta, hero }]) => ({
    path: name === 'home' ? '/' : `/${name}`,
    meta,
    hero,
  })),
  ...Object.values(programs).map(({ applicationLink, meta, hero }) => ({ path: applicationLink, meta, hero })),
]

/** Every page whose words are in content/, and every post: the entries of the sitemap, each with an Open Graph picture. No other page is indexed. */
export const publicRoutes: readonly PublicRoute[] = [
  ...texts.map(({ path, meta, hero }) => ({
    path,
    title: meta.title,
    line: hero.title,
    ground: groundOf(path.slice(1)),
    kolam: pageKolam(path === '/' ? 'home' : path.slice(1)),
    day: path === '/blog' ? posts[0]?.date : undefined,
  })),
  ...posts.map((post) => ({
    path: `/blog/${post.slug}`,
    title: post.title,
    line: post.title,
    ground: postGround(post),
    kolam: kolamFrom(post.slug),
    day: post.date,
  })),
].filter(({ path }) => hasPage(path))

/** The paths of the pages that one file renders for many: plain pages, posts, a success page of each form, and the questions of the long ones. */
export const severalPaths: readonly string[] = [
  ...Object.keys(plainPages).map((name) => `/${name}`),
  ...posts.map(({ slug }) => `/blog/${slug}`),
  ...Object.values(forms).map(({ path }) => `${path}/submitted`),
  ...longForms.map(questionsPath),
  ...languagePaths,
]
