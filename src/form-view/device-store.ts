import { day, second } from '../shared/durations.ts'

/** The object stores of the forms' IndexedDB database. */
type Table = 'drafts' | 'files' | 'deliveries'

const tables: readonly Table[] = ['drafts', 'files', 'deliveries']

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

let opening: Promise<IDBDatabase> | undefined

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('kolam-forms', 1)
    request.onupgradeneeded = () => {
      for (const table of tables) request.result.createObjectStore(table)
    }
    request.onsuccess = () => {
      const connection = request.result
      const forget = (): void => {
        opening = undefined
      }
      // This tab must not block a tab with a newer version of the site.
      connection.onversionchange = () => {
        connection.close()
        forget()
      }
      connection.onclose = forget
      resolve(connection)
    }
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('blocked by another tab'))
  })

/** Operations inside one transaction. */
interface Transaction {
  get(table: Table, key: string): Promise<unknown>
  all(table: Table): Promise<readonly unknown[]>
  put(table: Table, key: string, value: unknown): void
  remove(table: Table, key: string): void
}

/** The storage has 25 steps to respond, 2.5 s; after a timeout 3 steps, until it responds again. */
const stepMs = 0.1 * second
let timeoutSteps = 25

/**
 * Runs `work`, and rejects if the storage does not respond in time. Time is counted in steps: when a device wakes up, one long timer would fire
 * immediately, but between two short ones the storage can respond.
 */
const withTimeout = <T>(work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    let steps = 0
    const timer = setInterval(() => {
      steps += 1
      if (steps < timeoutSteps) return
      timeoutSteps = 3
      clearInterval(timer)
      reject(new Error('the storage of this device does not answer'))
    }, stepMs)
    const onSettled = (): void => {
      timeoutSteps = 25
      clearInterval(timer)
    }
    work.finally(onSettled).then(resolve, reject)
  })

/**
 * Runs `work` in one transaction and resolves when it is durable; a failure rolls all of it back.
 * @throws Error the browser's own: no storage (private mode, forbidden) or no space; or a timeout after 2.5 s
 */
export function inTransaction<T>(
  names: readonly Table[],
  mode: IDBTransactionMode,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  let transaction: IDBTransaction | undefined
  let timedOut = false
  const run = async (): Promise<T> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    const connection = await opening
    if (timedOut) throw new Error('opened too late')
    const current = connection.transaction([...names], mode, { durability: 'strict' })
    transaction = current
    const done = new Promise<void>((resolve, reject) => {
      current.oncomplete = () => resolve()
      current.onabort = () => reject(current.error ?? new Error('aborted'))
      current.onerror = () => reject(current.error)
    })
    done.catch(() => undefined)
    const result = await work({
      get: (table, key) => resultOf(current.objectStore(table).get(key)),
      all: (table) => resultOf(current.objectStore(table).getAll()),
      put: (table, key, value) => void current.objectStore(table).put(value, key),
      remove: (table, key) => void current.objectStore(table).delete(key),
    })
    await done
    return result
  }
  return withTimeout(run()).catch((error: unknown) => {
    timedOut = true
    // A write that is reported as failed must not be committed later.
    try {
      transaction?.abort()
    } catch {}
    throw error
  })
}

const warned = new Set<string>()

/** Logs the first failure of an operation to the console; the forms work without storage. */
export function warnOnce(operation: string, error: unknown): void {
  if (warned.has(operation)) return
  warned.add(operation)
  console.warn(`forms: ${operation} failed; nothing is kept on this device`, error)
}

/** The site did not exist before this moment. A clock with an earlier time is wrong (an empty battery sets it to 1970). */
const earliest = Date.UTC(2025, 0, 1)

/** After this time drafts expire, and queued submissions need the visitor's confirmation. */
export const maxAgeMs = 30 * day

/**
 * Whether `reading`, an earlier time of the device's clock in milliseconds since 1970, contradicts `now`: it is in the future, or before the
 * site's first day. The age that is computed from it then starts at `now`.
 */
export const isImpossibleTime = (reading: number, now: number): boolean =>
  now >= earliest && (reading < earliest || reading > now)

/** Whether `since` is more than `maxAgeMs` ago; false for an impossible time. */
export const isExpired = (since: number, now: number): boolean => since >= earliest && now - since > maxAgeMs
