/** Work that is done at the start, and again and again. */
export interface Chore {
  readonly name: string
  readonly everyMs: number
  work(): Promise<unknown>
}

/** Where a chore says how it fares. */
interface ChoreLog {
  error(data: object, message: string): void
  info(data: object, message: string): void
}

/**
 * One run of a chore that is called for again and again: while a run is under way there is no second one, and a chore that keeps failing,
 * as all of them do while the database is away, is logged at its first failure and when it works again.
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
