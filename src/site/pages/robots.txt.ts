import { publicUrlPlaceholder } from '../../shared/built-pages.ts'

// The desk's pages say noindex themselves: a line for /app here would shut out /apply, too.
const lines = ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${publicUrlPlaceholder}/sitemap.xml`, '']

export const GET = () => new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
