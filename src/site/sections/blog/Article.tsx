import { createElement, type ReactNode } from 'react'
import { pages, posts } from '../../../content/content.ts'
import type { Block, Inline } from '../../../content/markdown.ts'
import { type Post, relatedPosts } from '../../../content/post.ts'
import { longDate } from '../../../shared/dates.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import { kolamFrom } from '../../kolams.ts'
import { BackLink } from '../shared/BackLink.tsx'
import { pictureSize, pictureUrl } from '../shared/content-pictures.ts'
import { Dotted } from '../shared/Dotted.tsx'
import { Fold } from '../shared/Fold.tsx'
import { Photograph } from '../shared/Photograph.tsx'
import styles from './article.module.css'
import { PostCard } from './PostCard.tsx'

/** A post: the head with its kolam, the text in a readable width, tags, the programme that it is about, and related posts. */
export function Article({ post }: { post: Post }) {
  const related = relatedPosts(post, posts)
  const onward = pages.blog.ways.find(({ categories }) => categories.includes(post.category))
  return (
    <>
      <article>
        <header className={`deep opening ${styles.head}`}>
          <div className={`wrap stack gap-6 ${styles.inner}`}>
            <div className={`stack start ${styles.words}`}>
              <BackLink label="Back to the blog" to="/blog" />
              <p className={`row middle label ${styles.labels}`}>
                <span>{post.category}</span>
                {post.featured && (
                  <>
                    <span className="visually-hidden">, </span>
                    <strong>Featured</strong>
                  </>
                )}
              </p>
              <h1>{post.title}</h1>
              <p className={`lead ${styles.excerpt}`}>{post.excerpt}</p>
              <p className="soft">
                <span>{post.author}</span> · <time dateTime={post.date}>{longDate(new Date(post.date))}</time> · {post.readTime}
              </p>
            </div>
            <div className={`screen ${styles.kolam}`}>
              <Kolam {...kolamFrom(post.slug)} drawn />
            </div>
          </div>
        </header>
        <Photograph photo={post.photo} />
        <div className={`wrap stack gap-6 ${styles.text}`}>
          <Contents blocks={post.body} />
          <div className={styles.column}>
            <div className={styles.body}>
              <PostBody blocks={post.body} />
            </div>
            <div className={`soft small ${styles.tags}`}>
              <Dotted label="Tags">
                {post.tags.map((tag) => (
                  <li key={tag}>{tag}</li>
                ))}
              </Dotted>
            </div>
            {onward !== undefined && (
              <aside className={`stack gap-3 start breaks screen ${styles.way}`}>
                <h2 className="text-3">{onward.title}</h2>
                <p>{onward.text}</p>
                <ButtonLink weight="line" href={onward.action.to}>
                  {onward.action.label}
                </ButtonLink>
              </aside>
            )}
          </div>
        </div>
      </article>
      {related.length > 0 && (
        <aside className={`section screen ${styles.related}`} aria-labelledby="related">
          <div className="wrap stack gap-6">
            <h2 className="text-4" id="related">
              Read next
            </h2>
            <ul className="stack">
              {related.map((other) => (
                <li key={other.id}>
                  <PostCard post={other} />
                </li>
              ))}
            </ul>
          </div>
        </aside>
      )}
    </>
  )
}

/** The headings of a post as links: before the text, folded on a phone; on wide screens next to it. Nothing for a post without them. */
function Contents({ blocks }: { blocks: readonly Block[] }) {
  const headings = blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []))
  if (headings.length === 0) return null
  return (
    <nav className={`small screen ${styles.contents}`} aria-label="On this page">
      <Fold label="On this page">
        <ol className="soft quiet dots">
          {headings.map(({ id, children }) => (
            <li key={id}>
              <a href={`#${id}`}>{element('span', {}, children.map(drawn))}</a>
            </li>
          ))}
        </ol>
      </Fold>
    </nav>
  )
}

/** The body of a post. It never changes, so its elements need no keys. */
export function PostBody({ blocks }: { blocks: readonly Block[] }) {
  const [opening = [], ...parts] = partsOf(blocks)
  return element('div', {}, [...opening.map(drawBlock), ...parts.map((part) => element('section', {}, part.map(drawBlock)))])
}

/** Splits a post into the part before the first heading, and each heading with the blocks that follow. */
function partsOf(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const parts: Block[][] = [[]]
  for (const block of blocks)
    if (block.kind === 'heading' && block.level === 2) parts.push([block])
    else parts.at(-1)?.push(block)
  return parts
}

/** Creates an element with its children as separate arguments, so that they need no keys. */
const element = (name: string, props: object, children: readonly ReactNode[]): ReactNode =>
  createElement(name, props, ...children)

interface Term {
  readonly label: string
  readonly text: Inline[]
}

/** Splits a paragraph that has several labels such as `*Amount:*`, and begins with one, into labels and texts. Empty for other paragraphs. */
function termsOf(children: readonly Inline[]): readonly Term[] {
  const terms: Term[] = []
  for (const inline of children) {
    const [only] = inline.kind === 'italic' ? inline.children : []
    if (only?.kind === 'text' && only.text.endsWith(':')) terms.push({ label: only.text.slice(0, -1), text: [] })
    else if (terms.length === 0) return []
    else terms.at(-1)?.text.push(inline)
  }
  return terms.length > 1 ? terms : []
}

function drawParagraph(children: readonly Inline[]): ReactNode {
  const terms = termsOf(children)
  if (terms.length === 0) return element('p', {}, children.map(drawn))
  const rows = terms.map(({ label, text }) =>
    element('div', {}, [element('dt', {}, [label]), element('dd', {}, text.map(drawn))]),
  )
  return element('dl', { className: 'facts rows faint tight' }, rows)
}

const drawBlock = (block: Block): ReactNode => {
  if (block.kind === 'paragraph') return drawParagraph(block.children)
  if (block.kind === 'heading') return element(`h${block.level}`, { id: block.id }, block.children.map(drawn))
  if (block.kind === 'quotation')
    return element(
      'blockquote',
      { className: 'note' },
      block.paragraphs.map((paragraph) => element('p', {}, paragraph.map(drawn))),
    )
  if (block.kind === 'picture')
    return element(
      'img',
      { src: pictureUrl(block.file), alt: block.alt, loading: 'lazy', decoding: 'async', ...pictureSize(block.file) },
      [],
    )
  if (block.kind === 'table') {
    const [head = [], ...rows] = block.rows
    const row = (cells: readonly (readonly Inline[])[], tag: string, props: object) =>
      element(
        'tr',
        {},
        cells.map((cell) => element(tag, props, cell.map(drawn))),
      )
    // Wider than a phone, it scrolls in its place.
    return element('div', { className: styles.across, tabIndex: 0, role: 'region', 'aria-label': 'Table' }, [
      element('table', {}, [
        element('thead', {}, [row(head, 'th', { scope: 'col' })]),
        element(
          'tbody',
          {},
          rows.map((cells) => row(cells, 'td', {})),
        ),
      ]),
    ])
  }
  return element(
    block.ordered ? 'ol' : 'ul',
    block.start === undefined ? {} : { start: block.start },
    block.items.map((item) => element('li', {}, item.map(drawn))),
  )
}

/** The attributes of a link; links to other sites get `rel="noopener"`. */
const linkProps = (to: string): object => (to.startsWith('/') ? { href: to } : { href: to, rel: 'noopener' })

const tags = { bold: 'strong', italic: 'em', link: 'a' } as const

const drawn = (inline: Inline): ReactNode =>
  inline.kind === 'text'
    ? inline.text
    : element(tags[inline.kind], inline.kind === 'link' ? linkProps(inline.to) : {}, inline.children.map(drawn))
