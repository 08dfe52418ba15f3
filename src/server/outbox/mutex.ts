/** One attempt's place among those that wait for their turn. */
export interface Place {
  /** Resolves when it is this attempt's turn; it lasts until `leave`. Rejects when the attempt has left already. */
  take(): Promise<void>
  /** Gives up the turn, or the wait for it. */
  leave(): void
}

/**
 * One at a time between hand-over and mark. Messages are prepared side by side, but a provider that cannot tell a repeat is given the next
 * one only when the last one is marked as sent: a crash then leaves one message in doubt, not four.
 */
export function turns(): { place(): Place } {
  let holder: Place | undefined
  const queue: { readonly place: Place; readonly called: () => void }[] = []

  const next = (): void => {
    const first = queue.shift()
    holder = first?.place
    first?.called()
  }

  return {
    place() {
      let gone = false
      const place: Place = {
        take() {
          if (gone) return Promise.reject(new Error('the attempt was given up'))
          if (holder === place) return Promise.resolve()
          return new Promise((called) => {
            queue.push({ place, called })
            if (holder === undefined) next()
          })
        },
        leave() {
          gone = true
          const waiting = queue.findIndex((one) => one.place === place)
          if (waiting >= 0) queue.splice(waiting, 1)
          if (holder === place) next()
        },
      }
      return place
    },
  }
}
