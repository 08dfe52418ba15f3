import { site } from '../../content/content.ts'
import { pathIn } from '../../languages/form.ts'
import { publicUrlPlaceholder } from '../../shared/built-pages.ts'
import { escapeMarkup } from '../../shared/escape.ts'
import { languagesFor } from '../languages.ts'
import { publicRoutes } from '../routes.ts'
import { xmlResponse } from '../xml.ts'

const address = (path: string): string => escapeMarkup(publicUrlPlaceholder + path)

/** The entries of a page: it, and the same page in each other language that has it; each names all of them. */
function entries(path: string, day: string | undefined): readonly string[] {
  const languages = languagesFor(path)
  const all = [[site.language, path], ...languages.map(({ code }) => [code, pathIn(code, path)])] as const
  const named =
    languages.length === 0
      ? ''
      : all.map(([code, own]) => `<xhtml:link rel="alternate" hreflang="${code}" href="${address(own ?? '')}"/>`).join('')
  const lastmod = day === undefined ? '' : `<lastmod>${day}</lastmod>`
  return all.map(([, own]) => `<url><loc>${address(own ?? '')}</loc>${lastmod}${named}</url>`)
}

export const GET = () =>
  xmlResponse(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${publicRoutes.flatMap(({ path, day }) => entries(path, day)).join('\n')}
</urlset>`)
