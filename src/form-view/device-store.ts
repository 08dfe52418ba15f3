import { day, second } from '../shared/dates.ts'

/** The tables that the forms keep on the visitor's device, in IndexedDB. */
export type Table = 'drafts' | 'files' | 'deliveries'

const tables: readonly Table[] = ['drafts', 'files', 'deliveries']

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

let opened: Promise<IDBDatabase> | undefined
/** The same, once it is there: for a page that goes away and can wait for nothing. */
let database: IDBDatabase | undefined

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('kolam-forms', 1)
    request.onupgradeneeded = () => {
      for (const table of tables) request.result.createObjectStore(table)
    }
    request.onsuccess = () => {
      const connection = request.result
      const forget = (): void => {
        opened = undefined
        database = undefined
      }
      // another tab with a newer version of the site must not wait for this one
      connection.onversionchange = () => {
        connection.close()
        forget()
      }
      connection.onclose = forget
      database = connection
      resolve(connection)
    }
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('blocked by another tab'))
  })

/** What can be done inside one transaction. */
export interface Work {
  get(table: Table, key: string): Promise<unknown>
  all(table: Table): Promise<readonly unknown[]>
  put(table: Table, key: string, value: unknown): void
  remove(table: Table, key: string): void
}

/** How often, in which steps, the storage is waited for: 2.5 s; once it was silent, 0.3 s. */
const stepMs = 0.1 * second
let patience = 25

/**
 * `work`, or a rejection when the storage does not answer in time. Time is counted in steps: a device that slept lets one long timer
 * pass at once, but the storage answers between two short ones.
 */
const inTime = <T>(work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    let steps = 0
    const timer = setInterval(() => {
      steps += 1
      if (steps < patience) return
      patience = 3
      clearInterval(timer)
      reject(new Error('the storage of this device does not answer'))
    }, stepMs)
    const answered = (): void => {
      patience = 25
      clearInterval(timer)
    }
    work.finally(answered).then(resolve, reject)
  })

/**
 * Does `work` in one transaction and answers when it is on the disk; undone as a whole when it fails.
 * @throws whatever the browser says: no storage (private mode, forbidden), no room left; and when it does not answer within 2.5 s.
 */
export function inStore<T>(named: readonly Table[], mode: IDBTransactionMode, work: (work: Work) => Promise<T>): Promise<T> {
  let transaction: IDBTransaction | undefined
  let late = false
  const run = async (): Promise<T> => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    const connection = await opened
    if (late) throw new Error('opened too late')
    const current = connection.transaction([...named], mode, { durability: 'strict' })
    transaction = current
    const done = new Promise<void>((resolve, reject) => {
      current.oncomplete = () => resolve()
      current.onabort = () => reject(current.error ?? new Error('aborted'))
      current.onerror = () => reject(current.error)
    })
    done.catch(() => undefined)
    const result = await work({
      get: (table, key) => answer(current.objectStore(table).get(key)),
      all: (table) => answer(current.objectStore(table).getAll()),
      put: (table, key, value) => void current.objectStore(table).put(value, key),
      remove: (table, key) => void current.objectStore(table).delete(key),
    })
    await done
    return result
  }
  return inTime(run()).catch((error: unknown) => {
    late = true
    // what is reported as not stored must not be stored later
    try {
      transaction?.abort()
    } catch {}
    throw error
  })
}

/** Writes without waiting for anything: for a page that goes away. False when it cannot, because the tables are not open (yet). */
export function putAtOnce(table: Table, key: string, value: unknown): boolean {
  try {
    if (database === undefined) return false
    const transaction = database.transaction([table], 'readwrite')
    transaction.objectStore(table).put(value, key)
    transaction.commit?.()
    return true
  } catch {
    return false
  }
}

const warned = new Set<string>()

/** Says once per operation, on the console, that the device keeps nothing; the forms work without. */
export function warnOnce(operation: string, error: unknown): void {
  if (warned.has(operation)) return
  warned.add(operation)
  console.warn(`forms: ${operation} failed; nothing is kept on this device`, error)
}

/** No page of ours was served before this; a clock that shows an earlier time is wrong (an empty battery sets it to 1970). */
const earliest = Date.UTC(2025, 0, 1)

/** Drafts are removed after this, and what waits to be delivered is no longer sent without asking. */
export const keptForMs = 30 * day

/**
 * Whether `reading`, an earlier reading of the device's clock in milliseconds since 1970, cannot be right if `now` is: it lies in the
 * future, or before our first page. An age is the difference of two readings, so it is counted anew from the first one that can be right.
 */
export const isWrongReading = (reading: number, now: number): boolean => now >= earliest && (reading < earliest || reading > now)

/** Whether something from `since` is older than `keptForMs` by two readings that can both be right. */
export const isOld = (since: number, now: number): boolean => since >= earliest && now - since > keptForMs
