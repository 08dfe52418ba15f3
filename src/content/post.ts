import { startOfDay } from '../shared/dates.ts'
import { fail, ok, type Result } from '../shared/result.ts'
import { type Block, type Inline, readMarkdown, toText } from './markdown.ts'
import { type PostHead, postHeadSchema } from './schema/post.ts'
import { type Faults, readYaml } from './yaml.ts'

export interface Post extends PostHead {
  /** The body as Markdown. */
  readonly content: string
  /** The body as blocks. */
  readonly body: readonly Block[]
  readonly words: number
  /** Such as `6 min read`; computed with 200 words a minute. */
  readonly readTime: string
  /** The read time in minutes. */
  readonly minutes: number
}

/** Reads a post: YAML frontmatter between two lines of `---`, then simple Markdown. Fails with a sentence for each fault. */
export function readPost(file: string, source: string): Result<Post, Faults> {
  const parts = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source)
  if (!parts)
    return fail([`${file}, line 1: a post should begin with its front matter between two lines of --- and nothing else`])
  const [, head = '', content = ''] = parts
  const read = readYaml(file, head, postHeadSchema, 1)
  const faults = read.ok ? [] : [...read.fault]
  const above = source.slice(0, source.length - content.length).split('\n').length - 1
  const { blocks: written, faults: bodyFaults } = readMarkdown(content)
  faults.push(...new Set(bodyFaults.map(({ line, message }) => `${file}, line ${above + line}: ${message}`)))
  if (!read.ok || faults.length > 0) return fail(faults)

  const blocks = written.map((block) => eachRun(block, typographicRun, typographic))
  const words = wordCount(toText(blocks))
  const minutes = readMinutes(words)
  const { title, excerpt, tags } = read.value
  return ok({
    ...read.value,
    title: typographic(title),
    excerpt: typographic(excerpt),
    tags: tags.map(typographic),
    content,
    body: blocks,
    words,
    minutes,
    readTime: `${minutes} min read`,
  })
}

/** The number of words in a text. A word contains a letter or a digit. */
export const wordCount = (text: string): number => text.split(/\s+/).filter((run) => /[\p{L}\p{N}]/u.test(run)).length

/** The read time in whole minutes, at 200 words a minute; at least 1. */
export const readMinutes = (words: number): number => Math.max(1, Math.round(words / 200))

/** Words that begin with an apostrophe, and years without their century. */
const elided =
  /(^|[\s([{–—“])'(?=\d\ds?(?![\p{L}\p{N}])|(?:tis|twas|twere|twill|em|til|cause|cos|bout|round|n)(?![\p{L}\p{N}]))/gimu

/** Replaces straight quotation marks and apostrophes with typographic ones: “so”, ‘so’, don’t, ’90s. Its length stays. */
const typographic = (text: string): string =>
  text
    .replace(/(^|[\s([{–—“])"/gm, '$1“')
    .replaceAll('"', '”')
    .replace(elided, '$1’')
    .replace(/(^|[\s([{–—“])'/gm, '$1‘')
    .replaceAll("'", '’')

const textOf = (children: readonly Inline[]): string =>
  children.map((child) => (child.kind === 'text' ? child.text : textOf(child.children))).join('')

/** A run of text with typographic marks. A mark at the border of two parts, such as “**so**”, is that of the whole text. */
function typographicRun(children: readonly Inline[]): readonly Inline[] {
  const text = typographic(textOf(children))
  let at = 0
  const placed = (child: Inline): Inline => {
    if (child.kind !== 'text') return { ...child, children: child.children.map(placed) }
    at += child.text.length
    return { ...child, text: text.slice(at - child.text.length, at) }
  }
  return children.map(placed)
}

/** A block with other runs of text, and with another description of a picture. */
function eachRun(
  block: Block,
  change: (run: readonly Inline[]) => readonly Inline[],
  describe: (alt: string) => string = (alt) => alt,
): Block {
  if (block.kind === 'list') return { ...block, items: block.items.map(change) }
  if (block.kind === 'quotation') return { ...block, paragraphs: block.paragraphs.map(change) }
  if (block.kind === 'table') return { ...block, rows: block.rows.map((row) => row.map(change)) }
  return block.kind === 'picture' ? { ...block, alt: describe(block.alt) } : { ...block, children: change(block.children) }
}

/** The posts of the last call of `loadPosts`, by file and text: most are the same in the next call. */
let lastRead: ReadonlyMap<string, ReturnType<typeof readPost>> = new Map()

/** Reads all posts, newest first. Fails with all faults of all posts. Ids and slugs must be unique, and a file has the name of its slug. */
export function loadPosts(files: Readonly<Record<string, string>>): Result<readonly Post[], Faults> {
  const posts: Post[] = []
  const faults: string[] = []
  const before = lastRead
  const reads = new Map<string, ReturnType<typeof readPost>>()
  // A check of other documents reads no posts.
  if (Object.keys(files).length > 0) lastRead = reads
  for (const [file, source] of Object.entries(files)) {
    const key = `${file}\n${source}`
    const read = before.get(key) ?? readPost(file, source)
    reads.set(key, read)
    if (!read.ok) {
      faults.push(...read.fault)
      continue
    }
    const { slug, id } = read.value
    if (!file.endsWith(`/${slug}.md`))
      faults.push(`${file}: \`slug\` is ${slug}, so the post belongs in ${slug}.md: move it there`)
    for (const other of posts) if (other.id === id) faults.push(`${file}: \`id\` is ${id}, the same as in ${other.slug}.md`)
    posts.push(read.value)
  }
  const slugs = posts.flatMap(({ slug, formerSlugs = [] }) => [slug, ...formerSlugs])
  for (const { slug, formerSlugs = [] } of posts)
    for (const former of new Set(formerSlugs))
      if (slugs.filter((used) => used === former).length > 1)
        faults.push(`content/posts/${slug}.md: \`formerSlugs\` has ${former}, and a second post has or had that address`)
  posts.sort((a, b) => b.date.localeCompare(a.date) || a.slug.localeCompare(b.slug))
  return faults.length === 0 ? ok(posts) : fail(faults)
}

/** A line for each post whose day is in the future. */
export const postWarnings = (posts: readonly Post[], today: string): readonly string[] =>
  posts
    .filter(({ date }) => date > today)
    .map(({ slug, date }) => `content/posts/${slug}.md: its \`date\`, ${date}, is in the future, and it appears on that day`)

/** The posts that have appeared by `at`: each does when its day begins. Of links to those that have not, the words stay. */
export function appearedPosts(posts: readonly Post[], at: Date): readonly Post[] {
  const later = posts.filter(({ date }) => startOfDay(date) > at)
  if (later.length === 0) return posts
  const isDead = (to: string): boolean => later.some(({ slug }) => to.split('#')[0] === `/blog/${slug}`)
  const live = (children: readonly Inline[]): readonly Inline[] =>
    children.flatMap((child): readonly Inline[] => {
      if (child.kind === 'text') return [child]
      return child.kind === 'link' && isDead(child.to) ? live(child.children) : [{ ...child, children: live(child.children) }]
    })
  return posts
    .filter((post) => !later.includes(post))
    .map((post) => ({ ...post, body: post.body.map((block) => eachRun(block, live)) }))
}

/** The paths at which posts were, with those at which they are. */
export const movedPosts = (posts: readonly Post[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    posts.flatMap(({ slug, formerSlugs = [] }) => formerSlugs.map((former) => [`/blog/${former}`, `/blog/${slug}`])),
  )

/** Up to three other posts of the same category, or those with a common tag if there are none: most common tags first, then newest first. */
export function relatedPosts(post: Post, posts: readonly Post[]): readonly Post[] {
  const shared = (other: Post): number => other.tags.filter((tag) => post.tags.includes(tag)).length
  const otherPosts = posts.filter(({ id }) => id !== post.id)
  const same = otherPosts.filter(({ category }) => category === post.category)
  return (same.length > 0 ? same : otherPosts.filter((other) => shared(other) > 0))
    .sort((a, b) => shared(b) - shared(a) || b.date.localeCompare(a.date))
    .slice(0, 3)
}
