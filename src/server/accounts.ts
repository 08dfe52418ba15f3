import {
  type Account,
  accountTally,
  isBeingRemoved,
  isSettled,
  type SheetRows,
  type SheetState,
} from '../applications/accounts.ts'
import type { Delivery } from '../applications/outgoing/change.ts'
import { after, second } from '../shared/dates.ts'
import { isId } from '../shared/ids.ts'
import { type Sheet, SheetFault } from './sheets/port.ts'
import type { Accounts } from './storage/accounts-port.ts'
import type { Settings } from './storage/port.ts'

interface AccountParts {
  readonly accounts: Omit<Accounts, 'explain'>
  readonly sheet: Sheet | undefined
  readonly role: Delivery['spreadsheet']
  now(): Date
}

/** Milliseconds from one check to the next, unless the check itself takes long. */
const period = 45 * second
/** Checks may use at most this share of the time of the database and of the spreadsheet's script. */
const shares = { database: 1 / 50, script: 1 / 10 }

/** Reads the ids of all rows. It remembers them, so that the script does not send an unchanged list again. */
function rowReader({ sheet, role, now }: AccountParts) {
  let last: { readonly version: string; readonly ids: ReadonlySet<string> } | undefined
  return async (): Promise<{ readonly state: SheetState; readonly rows?: SheetRows }> => {
    if (sheet === undefined || role === 'none') return { state: { kind: 'none' } }
    const readAt = now()
    try {
      const answer = await sheet.ids(last?.version)
      if (answer === undefined) return { state: { kind: 'older' } }
      if (answer.ids !== undefined) last = { version: answer.version, ids: new Set(answer.ids) }
      const ids = last?.ids ?? new Set<string>()
      return { state: { kind: 'read', rows: ids.size, foreign: 0 }, rows: { ids, readAt } }
    } catch (error) {
      if (error instanceof SheetFault) return { state: { kind: 'unreachable', reason: error.reason } }
      throw error
    }
  }
}

/**
 * Compares the rows that belong to no stored application: those of deleted applications, and those that were never acknowledged.
 * @returns how many rows were not written by this server
 */
async function compareStrays(
  { accounts, sheet, role }: AccountParts,
  rows: SheetRows,
  strays: ReadonlySet<string>,
  ended: ReadonlyMap<string, Date>,
  tally: ReturnType<typeof accountTally>,
): Promise<number> {
  const removals = await accounts.messages([...ended.keys()])
  // A script without this capability leaves the rows of deleted applications.
  const removes = ended.size > 0 && (await sheet?.capabilities().catch(() => undefined))?.includes('delete')
  let foreign = 0
  for (const id of strays) {
    const at = ended.get(id)
    if (at === undefined) {
      if (role === 'primary' || !isId(id)) foreign += 1
      else tally.differ('unknown', id)
    } else if (removes && !isBeingRemoved(removals.get(id) ?? [], rows)) tally.differ('undeleted', id, at)
  }
  return foreign
}

/** Makes the function that checks the account. Each call reads everything again. */
export function accountChecker(parts: AccountParts): () => Promise<Account> {
  const { accounts, now } = parts
  const readRows = rowReader(parts)
  return async () => {
    const checkedAt = now()
    const started = performance.now()
    const { state, rows } = await readRows()
    const scriptMs = performance.now() - started
    const hidden = await accounts.hidden()
    const strays = new Set(rows?.ids)
    const ended = new Map<string, Date>()
    const hasSheet = state.kind !== 'none'
    const tally = accountTally(hasSheet)
    for await (const { acknowledged, unacknowledged } of accounts.pages()) {
      const messages = await accounts.messages(
        acknowledged.filter((entry) => !isSettled(entry, rows, hasSheet, hidden.has(entry.id))).map(({ id }) => id),
      )
      for (const entry of acknowledged) {
        tally.add(entry, messages.get(entry.id) ?? [], rows, hidden.get(entry.id))
        if (!entry.isStored && entry.ended !== null && strays.has(entry.id)) ended.set(entry.id, entry.at)
        else strays.delete(entry.id)
      }
      for (const { id, at } of unacknowledged) {
        tally.differ('unacknowledged', id, at)
        strays.delete(id)
      }
    }
    const foreign = rows === undefined ? 0 : await compareStrays(parts, rows, strays, ended, tally)
    const databaseMs = performance.now() - started - scriptMs
    const pause = Math.max(period, databaseMs / shares.database, scriptMs / shares.script)
    return {
      checkedAt: checkedAt.toISOString(),
      nextAt: after(checkedAt, Math.round(pause)).toISOString(),
      ...tally.result(),
      spreadsheet: state.kind === 'read' ? { ...state, foreign } : state,
    }
  }
}

/** The setting with the last result, for all nodes. */
const key = 'accounts'

/** The last check of the account, and new checks. */
export interface AccountKeeper {
  /** The last result; undefined before the first. */
  last(): Promise<Account | undefined>
  /** Checks now. A call during a check gets the result of that check. */
  check(): Promise<Account>
  /** Checks if no node has checked recently. */
  checkIfDue(): Promise<void>
}

/** Stores the last check in the settings, for all nodes. Each node runs one check at a time. @param check the function of `accountChecker` */
export function accountKeeper(settings: Settings, now: () => Date, check: () => Promise<Account>): AccountKeeper {
  let running: Promise<Account> | undefined
  const run = async (): Promise<Account> => {
    const account = await check()
    const stored = await settings.get(key)
    await settings.put(key, account, stored?.revision ?? 0)
    return account
  }
  const last = async (): Promise<Account | undefined> => (await settings.get(key))?.value as Account | undefined
  const once = (): Promise<Account> => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    last,
    check: once,
    async checkIfDue() {
      const account = await last()
      // A check in the future means that the clock was set back: it does not count.
      const isRecent = account !== undefined && now() >= new Date(account.checkedAt) && now() < new Date(account.nextAt)
      if (!isRecent) await once()
    },
  }
}
