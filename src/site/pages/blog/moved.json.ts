import { posts } from '../../../content/content.ts'
import { movedPosts } from '../../../content/post.ts'

/** The server redirects from the first path of each pair to the second. */
export const GET = () => Response.json(movedPosts(posts))
