import { expect, test } from 'vitest'
import { pages, posts, programs, site } from './content.ts'
import { type Inline, runsOf, toText } from './markdown.ts'
import { relatedPosts } from './post.ts'

// What the specification gives. An installation with other posts deletes this file.

test('the slugs and featured ids of the specification exist', () => {
  const slugs = posts.map((post) => post.slug)
  for (const slug of [
    'startup-idea-problems-worth-solving',
    'building-founding-team-cofounders',
    'product-market-fit-startup-guide',
    'complete-guide-startup-fundraising',
    'building-mvp-minimum-viable-product',
    'ceo-playbook-startup-leadership',
    'scaling-startup-10-to-100-employees',
    'international-expansion-startups-guide',
    'remote-first-startup-culture-guide',
  ])
    expect(slugs).toContain(slug)
  const featured = posts.filter((post) => post.featured)
  expect(featured.map((post) => post.id).sort()).toEqual([
    '1',
    'complete-guide-building-mvp',
    'early-stage-startup-hiring',
    'startup-funding-guide-2024',
    'startup-idea-validation-30-days',
  ])
  expect(featured.filter((post) => post.id !== '1' && post.id !== post.slug)).toEqual([])
  expect(posts.length).toBeGreaterThanOrEqual(14)
})

test('every category is in use, and every post has a related one', () => {
  expect(new Set(posts.map((post) => post.category))).toEqual(
    new Set(['Startup Fundamentals', 'Product Development', 'Fundraising', 'Funding', 'Team Building']),
  )
  expect(posts.filter((post) => relatedPosts(post, posts).length === 0).map((post) => post.slug)).toEqual([])
})

test('every post has a read time of 6 to 15 minutes', () => {
  expect(posts.filter((post) => post.minutes < 6 || post.minutes > 15).map((post) => `${post.slug}: ${post.readTime}`)).toEqual(
    [],
  )
})

test('titles and excerpts are unique', () => {
  expect(new Set(posts.map((post) => post.title)).size).toBe(posts.length)
  expect(new Set(posts.map((post) => post.excerpt)).size).toBe(posts.length)
})

test('posts are sorted newest first', () => {
  expect(posts.map((post) => post.date)).toEqual(
    posts
      .map((post) => post.date)
      .sort()
      .reverse(),
  )
})

test('every post uses all kinds of markup and leaves none in its text', () => {
  for (const post of posts) {
    const kinds = JSON.stringify(post.body)
    for (const kind of ['heading', 'list', 'bold', 'italic']) expect(kinds, `${post.slug}: ${kind}`).toContain(`"kind":"${kind}"`)
    expect(post.body[0]?.kind, post.slug).toBe('paragraph')
    expect(toText(post.body), post.slug).not.toMatch(/\*|^#|\]\(|`|["']|<\w/m)
  }
})

test('every link in a post leads to a page or a post that exists', () => {
  const linked = [...site.navigation, ...site.footer.flatMap((group) => group.links)].map((link) => link.to)
  const existing = new Set([
    ...linked,
    ...Object.values(programs).map((program) => program.applicationLink),
    ...posts.map((post) => `/blog/${post.slug}`),
  ])
  const links = (children: readonly Inline[]): string[] =>
    children.flatMap((child) =>
      child.kind === 'text' ? [] : [...(child.kind === 'link' ? [child.to] : []), ...links(child.children)],
    )
  const all = posts.flatMap((post) => post.body.flatMap((block) => runsOf(block).flatMap(links)))
  expect(all.length).toBeGreaterThan(posts.length)
  expect(all.filter((to) => !existing.has(to))).toEqual([])
})

test('the blog’s chips are the specification’s', () => {
  expect(pages.blog.chips).toEqual(['All', 'AI & Technology', 'Product Development', 'Fundraising', 'Startup Stories'])
})
