import { pages, posts, programs } from '../content/content.ts'
import { type Drawing, kolams, postKolam } from './kolams.ts'

/** A public page: its path, title and kolam; for the blog also the day of the latest post, for a post its own day. */
export interface PublicRoute {
  readonly path: string
  readonly title: string
  readonly kolam: Drawing
  readonly day?: string | undefined
}

const page = (path: string, { meta }: { meta: { title: string } }, kolam: Drawing): PublicRoute => ({
  path,
  title: meta.title,
  kolam,
})

/** Every public page and every post: the entries of the sitemap, each with an Open Graph picture. */
export const publicRoutes: readonly PublicRoute[] = [
  page('/', pages.home, kolams.home),
  page('/startup-studio', programs.startupStudio, kolams['startup-studio']),
  page('/accelerator', programs.accelerator, kolams.accelerator),
  page('/fund-raise', programs.fundRaise, kolams['fund-raise']),
  page('/acceleration-as-service', programs.accelerationAsService, kolams['acceleration-as-service']),
  page('/service-provider', pages.serviceProvider, kolams['service-provider']),
  page('/portfolio', pages.portfolio, kolams.portfolio),
  page('/team', pages.team, kolams.team),
  page('/mentors', pages.mentors, kolams.mentors),
  page('/contact', pages.contact, kolams.contact),
  page('/work-for-startups', pages.work, kolams['work-for-startups']),
  page('/become-early-customer', pages.earlyCustomer, kolams['become-early-customer']),
  page('/investors', pages.investors, kolams.investors),
  page('/apply', pages.apply, kolams.apply),
  page('/about', pages.about, kolams.about),
  page('/the-last-call', pages.lastCall, kolams['the-last-call']),
  page('/privacy', pages.privacy, kolams.privacy),
  { ...page('/blog', pages.blog, kolams.blog), day: posts[0]?.date },
  ...posts.map(({ slug, title, date }) => ({ path: `/blog/${slug}`, title, kolam: postKolam(slug), day: date })),
]
