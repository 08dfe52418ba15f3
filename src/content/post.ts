import { fail, ok, type Result } from '../shared/result.ts'
import { type Block, parseMarkup, readMinutes, toText, wordCount } from './markup.ts'
import { type Faults, readYaml } from './read.ts'
import { type PostHead, postHeadSchema } from './schema/post.ts'
import { strayMarks } from './stray-marks.ts'
import { typographic } from './typography.ts'

export interface Post extends PostHead {
  /** The body as it was written. */
  readonly content: string
  /** The body, read. */
  readonly body: readonly Block[]
  readonly words: number
  /** `6 min read`: from the real length, at 200 words a minute. */
  readonly readTime: string
  /** The same in minutes. */
  readonly minutes: number
}

/** What our markup has no sign for. It would stand in the page as it was typed, so it is a fault. */
const unknownSigns: readonly (readonly [RegExp, string])[] = [
  [/^#\s/, 'a heading with one #: the title is the only one; use ## or ###'],
  [/^#{4,}\s/, 'a heading deeper than ###'],
  [/^\s*>/, 'a quotation with >'],
  [/^\s*\|/, 'a table'],
  [/^\s*(-{3,}|\*{3,}|_{3,})\s*$/, 'a rule'],
  [/`/, 'code with `'],
  [/!\[/, 'a picture'],
  [/(^|\s)__?\w/, 'emphasis with _: use *'],
  [/<[a-z/!]/i, 'HTML'],
]

/** Reads a post: a YAML head between two lines of `---`, then simple markup. Fails with a sentence for each fault. */
export function readPost(file: string, source: string): Result<Post, Faults> {
  const parts = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source)
  if (!parts) return fail([`${file}: a post should begin with a head between two lines of ---`])
  const [, head = '', content = ''] = parts
  const read = readYaml(file, head, postHeadSchema, 1)
  const faults = read.ok ? [] : [...read.fault]
  const above = source.slice(0, source.length - content.length).split('\n').length - 1
  for (const [at, line] of content.split('\n').entries())
    for (const [sign, name] of unknownSigns)
      if (sign.test(line)) faults.push(`${file}, line ${above + at + 1}: ${name} is not part of our markup`)
  for (const line of strayMarks(content))
    faults.push(`${file}, line ${above + line}: a * or ** pairs with nothing in what begins here`)
  if (!read.ok || faults.length > 0) return fail(faults)

  const body = parseMarkup(typographic(content))
  const words = wordCount(toText(body))
  const minutes = readMinutes(words)
  const { title, excerpt } = read.value
  return ok({
    ...read.value,
    title: typographic(title),
    excerpt: typographic(excerpt),
    content,
    body,
    words,
    minutes,
    readTime: `${minutes} min read`,
  })
}

/** Reads all posts, newest first. Fails with every fault of every post; ids and slugs must differ, and a file is named for its slug. */
export function loadPosts(files: Readonly<Record<string, string>>): Result<readonly Post[], Faults> {
  const posts: Post[] = []
  const faults: string[] = []
  for (const [file, source] of Object.entries(files)) {
    const read = readPost(file, source)
    if (!read.ok) {
      faults.push(...read.fault)
      continue
    }
    const { slug, id } = read.value
    if (!file.endsWith(`/${slug}.md`)) faults.push(`${file}: a post's file is named for its slug; this one should be ${slug}.md`)
    for (const other of posts) if (other.id === id) faults.push(`${file}: \`id\` is ${id}, as that of ${other.slug}.md`)
    posts.push(read.value)
  }
  posts.sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug))
  return faults.length === 0 ? ok(posts) : fail(faults)
}

/** The post that stands at /blog/{slug}, if there is one. */
export const postBySlug = (slug: string, posts: readonly Post[]): Post | undefined => posts.find((post) => post.slug === slug)

/** Up to three other posts of the same category: those that share most tags first, of equals the newest. */
export function relatedPosts(post: Post, posts: readonly Post[]): readonly Post[] {
  const shared = (other: Post): number => other.tags.filter((tag) => post.tags.includes(tag)).length
  return posts
    .filter((other) => other.category === post.category && other.id !== post.id)
    .sort((a, b) => shared(b) - shared(a) || b.date.localeCompare(a.date))
    .slice(0, 3)
}
