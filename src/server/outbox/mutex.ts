/** One caller's access to a mutex. */
interface Ticket {
  /** Resolves when the caller holds the mutex, which it holds until `release`. Rejects after a release. */
  acquire(): Promise<void>
  /** Releases the mutex, or leaves its queue. */
  release(): void
}

export interface Mutex {
  ticket(): Ticket
}

/**
 * A mutex, first come, first served. It covers hand-over and recording: messages are prepared concurrently, but a provider that cannot recognise
 * repeats gets a message only after the one before is recorded as sent. So a crash leaves one message in doubt, not four.
 */
export function mutex(): Mutex {
  let holder: Ticket | undefined
  const queue: { readonly ticket: Ticket; readonly resolve: () => void }[] = []

  const next = (): void => {
    const first = queue.shift()
    holder = first?.ticket
    first?.resolve()
  }

  return {
    ticket() {
      let isReleased = false
      const ticket: Ticket = {
        acquire() {
          if (isReleased) return Promise.reject(new Error('the attempt was given up'))
          if (holder === ticket) return Promise.resolve()
          return new Promise((resolve) => {
            queue.push({ ticket, resolve })
            if (holder === undefined) next()
          })
        },
        release() {
          isReleased = true
          const index = queue.findIndex((waiting) => waiting.ticket === ticket)
          if (index >= 0) queue.splice(index, 1)
          if (holder === ticket) next()
        },
      }
      return ticket
    },
  }
}
