import { formPaths } from '../api/form-paths.ts'
import type { BeginReply } from '../api/replies.ts'

/** The local storage's key of the token that says when a form was begun, for as long as its draft. */
const begunKey = 'kolam_begun'

/** The token; undefined where there is none. */
export function begunToken(): string | undefined {
  try {
    return localStorage.getItem(begunKey) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the token of a shared draft that another device began earlier. */
export function keepBegun(token: string): void {
  try {
    localStorage.setItem(begunKey, token)
  } catch {
    // then the form counts as begun here
  }
}

/** Removes the token: the form was sent. */
export function forgetBegun(): void {
  try {
    localStorage.removeItem(begunKey)
  } catch {
    // then it is too old in a month
  }
}

/** Gets the token at the first edit of a form, or at a later one where that fails. */
export function noteBegun(element: HTMLElement): void {
  let busy = false
  element.addEventListener('input', async () => {
    if (busy || begunToken() !== undefined) return
    busy = true
    try {
      const response = await fetch(formPaths.begin, { method: 'POST' })
      if (response.ok) localStorage.setItem(begunKey, ((await response.json()) as BeginReply).begun)
    } catch {
      // not reached: the next edit tries again
    }
    busy = false
  })
}
