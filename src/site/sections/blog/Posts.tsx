import { pages, posts } from '../../../content/content.ts'
import { longDate } from '../../../shared/dates.ts'
import { Dotted } from '../shared/Dotted.tsx'
import { PostCard } from './PostCard.tsx'
import styles from './posts.module.css'

/** The topics (without links) and the newest post in a line, the featured posts large, the others in a grid. */
export function Posts() {
  const featured = posts.filter((post) => post.featured)
  const more = posts.filter((post) => !post.featured)
  const [newest] = posts.toSorted((a, b) => b.date.localeCompare(a.date))
  return (
    <div className={`wrap stack gap-7 ${styles.page}`}>
      <div className="soft stack gap-3">
        <Dotted label="What we write about">
          {pages.blog.chips.map((chip) => (
            <li key={chip}>{chip}</li>
          ))}
        </Dotted>
        {newest && (
          <p>
            New on {longDate(new Date(newest.date))}: <a href={`/blog/${newest.slug}`}>{newest.title}</a>
          </p>
        )}
      </div>
      <section className="stack gap-6" aria-labelledby="featured">
        <h2 className="text-4" id="featured">
          Featured
        </h2>
        <ul className={`stack gap-7 ${styles.featured}`}>
          {featured.map((post) => (
            <li key={post.id}>
              <PostCard post={post} large />
            </li>
          ))}
        </ul>
      </section>
      <section className="stack gap-6" aria-labelledby="more-posts">
        <h2 className="text-4" id="more-posts">
          All other posts
        </h2>
        <ul className={`stack breaks two wide-three ${styles.grid}`}>
          {more.map((post) => (
            <li key={post.id}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
