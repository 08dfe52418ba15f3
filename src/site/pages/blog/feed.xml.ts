import { pages, site } from '../../../content/content.ts'
import { posts } from '../../../content/posts.ts'
import { publicUrlPlaceholder } from '../../../shared/public-url.ts'
import { postHtml } from '../../sections/blog/post-html.ts'
import { escaped, xmlAnswer } from '../../xml.ts'

const rfc822 = (day: string): string => new Date(`${day}T06:00:00+05:30`).toUTCString()

export const GET = () =>
  xmlAnswer(
    `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${escaped(`${site.name} blog`)}</title>
<link>${publicUrlPlaceholder}/blog</link>
<atom:link href="${publicUrlPlaceholder}/blog/feed.xml" rel="self" type="application/rss+xml"/>
<description>${escaped(pages.blog.meta.description)}</description>
<language>en-IN</language>
${posts
  .map(
    ({ title, slug, date, author, category, tags, excerpt, body }) => `<item>
<title>${escaped(title)}</title>
<link>${publicUrlPlaceholder}/blog/${slug}</link>
<guid isPermaLink="true">${publicUrlPlaceholder}/blog/${slug}</guid>
<pubDate>${rfc822(date)}</pubDate>
<dc:creator>${escaped(author)}</dc:creator>
${[category, ...tags].map((one) => `<category>${escaped(one)}</category>`).join('')}
<description>${escaped(excerpt)}</description>
<content:encoded>${escaped(postHtml(body, publicUrlPlaceholder))}</content:encoded>
</item>`,
  )
  .join('\n')}
</channel>
</rss>`,
    'application/rss+xml',
  )
