/** Periodic work. It runs at the start, and then every `everyMs` milliseconds. */
export interface Chore {
  readonly name: string
  readonly everyMs: number
  work(): Promise<unknown>
}

interface ChoreLog {
  error(data: object, message: string): void
  info(data: object, message: string): void
}

/**
 * Makes a function that runs a chore, and does nothing while it is running already. Of consecutive failures, for instance while the database is
 * unreachable, only the first is logged, and then the next success.
 */
export function createChore(name: string, work: () => Promise<unknown>, log: ChoreLog): () => Promise<void> {
  let isRunning = false
  let isFailing = false
  return async () => {
    if (isRunning) return
    isRunning = true
    try {
      await work()
      if (isFailing) log.info({ operation: name }, 'chore works again')
      isFailing = false
    } catch (err) {
      if (!isFailing) log.error({ err, operation: name }, 'chore failed')
      isFailing = true
    } finally {
      isRunning = false
    }
  }
}

/** Starts chores. @returns a function that stops them */
export function startChores(chores: readonly Chore[], log: ChoreLog): () => void {
  const timers = chores.map(({ name, everyMs, work }) => {
    const run = createChore(name, work, log)
    void run()
    return setInterval(run, everyMs)
  })
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
