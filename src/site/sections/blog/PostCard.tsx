import type { Post } from '../../../content/post.ts'
import { longDate } from '../../../shared/dates.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import { kolamFrom, postDetail, postGround } from '../../kolams.ts'
import styles from './post-card.module.css'

/** A post in a list: its cover, category, title, excerpt, date and read time. The whole card is a link to the post. */
export function PostCard({ post, large = false }: { post: Post; large?: boolean }) {
  return (
    <article className={classNames('stack quiet', styles.card, large && styles.large)}>
      <div className={classNames(styles.cover, styles[postGround(post)], styles[postDetail(post)])}>
        <Kolam {...kolamFrom(post.slug)} />
      </div>
      <div className="stack gap-2">
        <p className="small label">{post.category}</p>
        <h3 className="text-3">
          <a href={`/blog/${post.slug}`}>{post.title}</a>
        </h3>
        <p>{post.excerpt}</p>
        <p className="soft small">
          <time dateTime={post.date}>{longDate(new Date(post.date))}</time> · {post.readTime}
        </p>
      </div>
    </article>
  )
}
