import type { Post } from '../../content/post.ts'
import { publicUrlPlaceholder } from '../../shared/public-url.ts'
import { ogPath } from '../pictures/svg.ts'
import { organizationRef } from './organization.ts'

/** A post and the way to it, for search engines (schema.org). */
export function blogPosting(post: Post): readonly object[] {
  const path = `/blog/${post.slug}`
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.excerpt,
      datePublished: post.date,
      author: { '@type': 'Organization', name: post.author },
      publisher: organizationRef,
      image: publicUrlPlaceholder + ogPath(path),
      url: publicUrlPlaceholder + path,
      articleSection: post.category,
      keywords: post.tags,
      wordCount: post.words,
      timeRequired: `PT${post.minutes}M`,
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Blog', item: `${publicUrlPlaceholder}/blog` },
        { '@type': 'ListItem', position: 2, name: post.title },
      ],
    },
  ]
}
