import { paths } from '../api/paths.ts'
import type { Post } from './delivery/send.ts'

/** One `POST` over fetch: a worker has no XMLHttpRequest, and nobody to show progress to. */
export const postByFetch: Post = async (body, headers, timeoutMs) => {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), timeoutMs)
  try {
    const answer = await fetch(paths.submit, { method: 'POST', body, headers, signal: ending.signal, credentials: 'omit' })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    return { status: 0, text: '', why: error instanceof Error ? error.name : 'network' }
  } finally {
    clearTimeout(timer)
  }
}
