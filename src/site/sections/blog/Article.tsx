import { type Post, relatedPosts } from '../../../content/post.ts'
import { posts } from '../../../content/posts.ts'
import { longDate } from '../../../shared/dates.ts'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import { BackLink } from '../shared/BackLink.tsx'
import styles from './article.module.css'
import { PostBody } from './PostBody.tsx'
import { PostCard } from './PostCard.tsx'
import { postKolam } from './post-kolam.ts'

/** A post: its head on red earth with its kolam, the text at a reading measure, tags, and what is related. */
export function Article({ post }: { post: Post }) {
  const related = relatedPosts(post, posts)
  return (
    <>
      <article>
        <header className={`deep ${styles.head}`}>
          <div className={`wrap ${styles.inner}`}>
            <div className={styles.words}>
              <BackLink label="Back to the blog" to="/blog" />
              <p className={styles.labels}>
                <span>{post.category}</span>
                {post.featured && (
                  <>
                    <span className="visually-hidden">, </span>
                    <strong>Featured</strong>
                  </>
                )}
              </p>
              <h1>{post.title}</h1>
              <p className={styles.excerpt}>{post.excerpt}</p>
              <p className={styles.facts}>
                <span>{post.author}</span> · <time dateTime={post.date}>{longDate(new Date(post.date))}</time> · {post.readTime}
              </p>
            </div>
            <Kolam className={styles.kolam} {...postKolam(post.slug)} drawn />
          </div>
        </header>
        <div className={`wrap ${styles.text}`}>
          <div className={styles.column}>
            <div className={styles.body}>
              <PostBody blocks={post.body} />
            </div>
            <ul className={styles.tags} aria-label="Tags">
              {post.tags.map((tag) => (
                <li key={tag}>{tag}</li>
              ))}
            </ul>
          </div>
        </div>
      </article>
      {related.length > 0 && (
        <aside className={styles.related} aria-labelledby="related">
          <div className="wrap">
            <h2 id="related">Read next</h2>
            <ul>
              {related.map((other, at) => (
                <li key={other.id}>
                  <PostCard post={other} at={at} />
                </li>
              ))}
            </ul>
          </div>
        </aside>
      )}
    </>
  )
}
