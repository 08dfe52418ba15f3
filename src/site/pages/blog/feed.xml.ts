import { pages, posts, site } from '../../../content/content.ts'
import { publicUrlPlaceholder } from '../../../shared/built-pages.ts'
import { escapeMarkup } from '../../../shared/escape.ts'
import { zonedTime } from '../../../shared/zones.ts'
import { postHtml } from '../../sections/blog/post-html.ts'
import { xmlResponse } from '../../xml.ts'

const rfc822 = (day: string): string => zonedTime(day, '06:00', site.zone).toUTCString()

export const GET = () =>
  xmlResponse(
    `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${escapeMarkup(`${site.name} blog`)}</title>
<link>${publicUrlPlaceholder}/blog</link>
<atom:link href="${publicUrlPlaceholder}/blog/feed.xml" rel="self" type="application/rss+xml"/>
<description>${escapeMarkup(pages.blog.meta.description)}</description>
<language>${site.language}</language>
${posts
  .map(
    ({ title, slug, date, author, category, tags, excerpt, body }) => `<item>
<title>${escapeMarkup(title)}</title>
<link>${publicUrlPlaceholder}/blog/${slug}</link>
<guid isPermaLink="true">${publicUrlPlaceholder}/blog/${slug}</guid>
<pubDate>${rfc822(date)}</pubDate>
<dc:creator>${escapeMarkup(author)}</dc:creator>
${[category, ...tags].map((label) => `<category>${escapeMarkup(label)}</category>`).join('')}
<description>${escapeMarkup(excerpt)}</description>
<content:encoded>${escapeMarkup(postHtml(body, publicUrlPlaceholder))}</content:encoded>
</item>`,
  )
  .join('\n')}
</channel>
</rss>`,
    'application/rss+xml',
  )
