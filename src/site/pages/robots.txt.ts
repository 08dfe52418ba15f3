import { publicUrlPlaceholder } from '../../shared/public-url.ts'

const lines = [
  'User-agent: *',
  'Disallow: /app',
  'Disallow: /admin',
  'Disallow: /api/',
  '',
  `Sitemap: ${publicUrlPlaceholder}/sitemap.xml`,
  '',
]

export const GET = () => new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
