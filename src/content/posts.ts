import { postFiles } from './files.ts'
import { loadPosts } from './post.ts'

const read = loadPosts(postFiles)
if (!read.ok) throw new Error(`The posts cannot be used:\n${read.fault.map((fault) => `  ${fault}`).join('\n')}`)

/** All posts, newest first. */
export const posts = read.value
