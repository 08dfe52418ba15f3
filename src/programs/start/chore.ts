import type { Chore } from '../../server/feature.ts'

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

/** Starts chores. @returns a function that stops them. One that is running then may meet a closed database, which is no failure */
export function startChores(chores: readonly Chore[], log: ChoreLog): () => void {
  let isStopped = false
  const ownLog: ChoreLog = {
    error: (data, message) => void (isStopped || log.error(data, message)),
    info: (data, message) => log.info(data, message),
  }
  const timers = chores.map(({ name, everyMs, work }) => {
    const run = createChore(name, work, ownLog)
    void run()
    return setInterval(run, everyMs)
  })
  return () => {
    isStopped = true
    for (const timer of timers) clearInterval(timer)
  }
}
