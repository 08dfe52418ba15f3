import { publicUrlPlaceholder } from '../../shared/built-pages.ts'
import { escapeMarkup } from '../../shared/escape.ts'
import { publicRoutes } from '../routes.ts'
import { xmlResponse } from '../xml.ts'

export const GET = () =>
  xmlResponse(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${publicRoutes
  .map(
    ({ path, day }) =>
      `<url><loc>${escapeMarkup(publicUrlPlaceholder + path)}</loc>${day === undefined ? '' : `<lastmod>${day}</lastmod>`}</url>`,
  )
  .join('\n')}
</urlset>`)
