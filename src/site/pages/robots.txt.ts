import { publicUrlPlaceholder } from '../../shared/built-pages.ts'

// The desk's pages contain noindex. A line for /app here would also exclude /apply.
const lines = ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${publicUrlPlaceholder}/sitemap.xml`, '']

export const GET = () => new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
