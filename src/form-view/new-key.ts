import { idFrom, newId } from '../shared/ids.ts'

/**
 * An idempotency key. A browser whose `crypto` fails gives one from `Math.random`: a key must not be used twice, but it is no secret.
 */
export function newKey(): string {
  const now = new Date(Math.max(0, Date.now()))
  try {
    return newId(now)
  } catch {
    return idFrom(
      now,
      Uint8Array.from({ length: 16 }, () => Math.random() * 256),
    )
  }
}
