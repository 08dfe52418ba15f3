import { second } from '../../shared/durations.ts'

/** Runs an operation after the earlier ones. It resolves when the operation has ended or failed. */
export type Serialise = (operation: string, work: () => Promise<void>) => Promise<void>

const pauseMs = 0.5 * second
const longestWaitMs = 2 * second

/** Runs operations one after the other. A failed one is reported, and the next one runs. */
export function serialQueue(onFault: (operation: string, error: unknown) => void): Serialise {
  let last: Promise<void> = Promise.resolve()
  return (operation, work) => {
    last = last.then(work).catch((error: unknown) => onFault(operation, error))
    return last
  }
}

/** Runs `save` when the typing pauses, and at least every two seconds. */
export function saveTimer(save: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitingSince = 0
  return {
    start(): void {
      const now = Date.now()
      if (timer === undefined) waitingSince = now
      clearTimeout(timer)
      timer = setTimeout(save, Math.max(0, Math.min(pauseMs, waitingSince + longestWaitMs - now)))
    },
    cancel(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
