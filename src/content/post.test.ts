import { expect, test } from 'vitest'
import { loadPosts, type Post, readMinutes, readPost, relatedPosts, wordCount } from './post.ts'

const head = `id: first
title: Don't guess, "ask"
excerpt: A sentence that is long enough to stand on a card and to tell what the post is about, in plain words.
date: 2025-03-01
category: Fundraising
slug: first
featured: false
author: Capital team
tags: [one, two]`
const file = 'content/posts/first.md'
const post = (body: string, changed = head) => readPost(file, `---\n${changed}\n---\n${body}`)
const faultsOf = (read: ReturnType<typeof post>) => (read.ok ? [] : read.fault)

test('a post has its body, its word count and its read time', () => {
  const read = post(`\n## Why\n\nIt's **so**.\n\n${'word '.repeat(1196)}`)
  expect(read.ok && { ...read.value, content: undefined, body: read.value.body.length }).toEqual({
    id: 'first',
    title: 'Don’t guess, “ask”',
    excerpt: 'A sentence that is long enough to stand on a card and to tell what the post is about, in plain words.',
    date: '2025-03-01',
    category: 'Fundraising',
    slug: 'first',
    featured: false,
    author: 'Capital team',
    tags: ['one', 'two'],
    content: undefined,
    body: 3,
    words: 1199,
    minutes: 6,
    readTime: '6 min read',
  })
  expect(read.ok && read.value.body[1]).toEqual({
    kind: 'paragraph',
    children: [
      { kind: 'text', text: 'It’s ' },
      { kind: 'bold', children: [{ kind: 'text', text: 'so' }] },
      { kind: 'text', text: '.' },
    ],
  })
})

test('a missing head and a wrong key are reported as sentences', () => {
  expect(faultsOf(readPost(file, '## Why\n'))).toEqual([
    `${file}, line 1: a post should begin with its front matter between two lines of --- and nothing else`,
  ])
  expect(faultsOf(post('Text.', head.replace('Fundraising', '')))).toEqual([`${file}, line 6: \`category\` is empty`])
  expect(faultsOf(post('Text.', head.replace('first', '1')))).toEqual([`${file}, line 2: \`id\` should be text, received 1`])
})

test.each([
  ['# One', 'a heading with one # (the title is the only one; use ## or ###)'],
  ['#### Four', 'a heading deeper than ###'],
  ['| a | b |', 'a table'],
  ['---', 'a rule'],
  ['Use `it`.', 'code with `'],
  ['So _nice_.', 'emphasis with _: use *'],
  ['A <b>word</b>.', 'HTML'],
])('%j is a fault, because posts do not have it', (line, name) => {
  expect(faultsOf(post(`Text.\n\n${line}\n`))).toEqual([`${file}, line 14: ${name} is not supported in posts`])
})

test('a star without a pair is a fault; a literal star is not', () => {
  const body =
    'Fine **bold**, *italic*, ***both***, [**a**](/b), 4 * 5.\n\n- a *b\n- c* d\n\nnever **closed\nhere\n\n* a\n* **b**\n'
  expect(faultsOf(post(body))).toEqual([
    `${file}, line 14: the text that begins here has a * or ** without a partner`,
    `${file}, line 17: the text that begins here has a * or ** without a partner`,
  ])
})

test('posts have different ids, and file names equal to their slugs', () => {
  const source = `---\n${head}\n---\nText.`
  const read = loadPosts({ [file]: source, 'content/posts/second.md': source })
  expect(read.ok ? [] : read.fault).toEqual([
    'content/posts/second.md: `slug` is first, so the post belongs in first.md: move it there',
    'content/posts/second.md: `id` is first, the same as in first.md',
  ])
})

test('an address belongs to one post, now and before', () => {
  const file = (slug: string, former: string) => `---\n${head.replaceAll('first', slug)}\nformerSlugs: [${former}]\n---\nText.\n`
  const faults = (second: string): readonly string[] => {
    const read = loadPosts({ 'content/posts/first.md': file('first', 'old'), 'content/posts/second.md': file('second', second) })
    return read.ok ? [] : read.fault
  }
  expect(faults('older')).toEqual([])
  expect(faults('first')).toEqual(['content/posts/second.md: `formerSlugs` has first, and a second post has or had that address'])
  expect(faults('second')).toEqual([
    'content/posts/second.md: `formerSlugs` has second, and a second post has or had that address',
  ])
  expect(faults('old').length).toBe(2)
})

const some = (id: string, category: Post['category'], date: string, tags: string[]) =>
  ({ id, slug: id, category, date, tags }) as unknown as Post

test('related posts share the category, or a tag if there is none; most tags first', () => {
  const all = [
    some('self', 'Funding', '2025-01-01', ['a', 'b']),
    some('old', 'Funding', '2024-01-01', []),
    some('new', 'Funding', '2025-06-01', []),
    some('near', 'Funding', '2024-02-01', ['a']),
    some('nearest', 'Funding', '2024-01-01', ['b', 'a']),
    some('other', 'Fundraising', '2025-05-01', ['a']),
    some('alone', 'Stories', '2025-05-01', ['c']),
  ]
  expect(relatedPosts(all[0] as Post, all).map((post) => post.id)).toEqual(['nearest', 'near', 'new'])
  expect(relatedPosts(all[5] as Post, all).map((post) => post.id)).toEqual(['self', 'near', 'nearest'])
  expect(relatedPosts(all[6] as Post, all)).toEqual([])
})

test('only words are counted, not punctuation', () => {
  expect(wordCount('One two – three,  ₹5 lakh\nsix 7 … -')).toBe(7)
  expect(wordCount('')).toBe(0)
})

test('reading takes a minute for 200 words', () => {
  expect([0, 1, 299, 300, 1199, 1200, 3000].map(readMinutes)).toEqual([1, 1, 1, 2, 6, 6, 15])
})
