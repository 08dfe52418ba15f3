import { second } from '../../shared/dates.ts'
import { maxStallMs, minUploadRate } from '../../shared/upload-times.ts'

/** How fast a body must arrive. */
interface Pace {
  /** The time that a body has at first, and the most that it can have, in milliseconds. */
  readonly stallMs: number
  /** Each of these many bytes adds a second. */
  readonly bytesPerSecond: number
}

/** A body without files may take 30 seconds. One with files may take longer while its bytes arrive. */
export const paces: Readonly<Record<'text' | 'files', Pace>> = {
  text: { stallMs: 30 * second, bytesPerSecond: Number.POSITIVE_INFINITY },
  files: { stallMs: maxStallMs, bytesPerSecond: minUploadRate },
}

/** No route accepts a body of more bytes, and nginx refuses it (integrations/nginx). */
export const largestBodyBytes = 16 * 1024 * 1024

/**
 * Calls `late` once, when a body has no time left. Time passes from now on, and bytes add time. So a body that sends nothing ends after `stallMs`, one that
 * drips ends hardly later, and one of `size` bytes takes at most `stallMs + size / bytesPerSecond` seconds.
 */
export function watchPace({ stallMs, bytesPerSecond }: Pace, late: () => void) {
  let deadline = performance.now() + stallMs
  // Pieces arrive far more often than deadlines end, so a piece does not touch the timer.
  const check = (): void => {
    const leftMs = deadline - performance.now()
    if (leftMs <= 0) late()
    else timer = setTimeout(check, Math.ceil(leftMs))
  }
  let timer = setTimeout(check, stallMs)
  return {
    add(bytes: number): void {
      deadline = Math.min(performance.now() + stallMs, deadline + (bytes / bytesPerSecond) * second)
    },
    stop: (): void => clearTimeout(timer),
  }
}
