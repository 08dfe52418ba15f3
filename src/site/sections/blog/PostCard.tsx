import type { Post } from '../../../content/post.ts'
import { longDate } from '../../../shared/dates.ts'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import { postKolam } from '../../kolams.ts'
import styles from './post-card.module.css'

const grounds = [styles.earth, styles.rice, styles.sea, styles.turmeric]

/** A post in a list: its cover, category, title, excerpt, date and read time. The whole card leads to it. */
export function PostCard({ post, large = false, at = 0 }: { post: Post; large?: boolean; at?: number }) {
  return (
    <article className={large ? `${styles.card} ${styles.large}` : styles.card}>
      <div className={`${styles.cover} ${grounds[at % grounds.length]}`}>
        <Kolam {...postKolam(post.slug)} />
      </div>
      <div className={styles.words}>
        <p className={styles.category}>{post.category}</p>
        <h3>
          <a href={`/blog/${post.slug}`}>{post.title}</a>
        </h3>
        <p className={styles.excerpt}>{post.excerpt}</p>
        <p className={styles.facts}>
          <time dateTime={post.date}>{longDate(new Date(post.date))}</time> · {post.readTime}
        </p>
      </div>
    </article>
  )
}
