import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { operatorError } from '../../server/database/operator-error.ts'
import { postgres } from '../../server/database/postgres/engine.ts'
import { readServerKeys, type Source, serverKeyName } from '../../server/database/server-key.ts'
import { connect } from '../../server/database/sqlite/connection.ts'
import { lockFolder } from '../../server/database/sqlite/lock.ts'
import { type CarriedOver, carriedOverFrom } from '../../server/database/stored.ts'
import { settings } from '../../server/database/stored-settings.ts'
import type { Db } from '../../server/database/tables.ts'
import { carriedOverLinks } from '../../server/records/access/helper-links.ts'
import {
  keepSetting,
  type LetterStates,
  letterStates,
  readSetting,
  type Setting,
  settleRestoredLetters,
  unsentLetters,
} from '../../server/records/outbox/restored.ts'
import { addErasures, waitingErasures } from '../../server/records/persons/erase.ts'
import { eraseRecorded } from '../../server/records/persons/erase-recorded.ts'
import type { Erasure } from '../../server/records/persons/port.ts'
import {
  acceptedDeletions,
  deletionRecord,
  idsOf,
  laterLetters,
  type RecordRow,
  unmatchedRows,
} from '../../server/records/persons/record.ts'
import type { Move } from '../../server/storage/moved-to.ts'
import { movedFolder, readFolder } from '../../server/storage/read-only.ts'
import { fileStamp } from '../../shared/dates.ts'
import { type Access, accessIds, readAccess, replaceAccess } from './access.ts'
import { carryRequests } from './carry-requests.ts'
import { stageBackup } from './stage.ts'
import { refuseServers, swapSchemas } from './staging.ts'
import { ended, type Version, versions } from './versions.ts'

/** The number of applications in a database, and when the newest was submitted. */
export interface Overview {
  readonly count: number
  readonly newest: Date | undefined
}

/** What a restore changes. */
export interface RestorePlan {
  readonly hasChecksum: boolean
  /** Undefined unless the backup is of a database whose data had been moved to PostgreSQL. */
  readonly move: Move | undefined
  readonly backup: Overview
  /** Undefined when there is no present database, or when it cannot be read for the reason in `fault`. */
  readonly present: Overview | undefined
  readonly fault: string | undefined
  /** Ids of applications that only the present database has, newest first. */
  readonly lost: readonly string[]
  /** Applications that were changed after the backup. */
  readonly changed: number
  /** Of these, applications whose applicants ended the review after the backup. */
  readonly ended: number
  /** Applications of the backup that were deleted for good after it. They are deleted from the restored database, too. */
  readonly erased: number
  /** Applications of the backup whose letters were stopped after it by the owner of the address. They are stopped in the restored database, too. */
  readonly stopped: number
}

/** The result of a restore. */
interface Restored {
  readonly count: number
  /** The folder, or the PostgreSQL schema, to which the former database was moved; undefined when there was none. */
  readonly aside: string | undefined
  /** The number of letters that may have been sent after the backup. They wait at the desk. */
  readonly heldLetters: number
  /** Rows of the record of deletions that were sealed with a key which this machine does not have. */
  readonly unmatched: number
  /** Whether sessions, trusted browsers, passkeys and tokens are those of the backup, because those of the present database are of another installation, or could not be read. */
  readonly hasOldAccess: boolean
}

interface Present {
  readonly versions: ReadonlyMap<string, Version>
  /** Empty for a database of an older version. */
  readonly ended: ReadonlySet<string>
  readonly record: readonly RecordRow[]
  /** Empty for a database of an older version. */
  readonly erasures: readonly Erasure[]
  readonly letters: LetterStates
  readonly carriedOver: readonly CarriedOver[]
  /** Undefined for a database of an older version. */
  readonly access: Access | undefined
  /** The server's key, in PostgreSQL. */
  readonly serverKey: Setting | undefined
}

function refuseEarlier(): never {
  throw operatorError('it may be of an earlier version, whose record of deletions the next start of this version reads')
}

/** What features and the links of helpers carry over. A database of an earlier version has no such links. */
async function carriedOver(db: Db): Promise<readonly CarriedOver[]> {
  const links = await carriedOverLinks(db).catch(() => [])
  return [await carriedOverFrom(db), links].flat()
}

const read = async (db: Db, letters: readonly string[]): Promise<Present> => ({
  versions: await versions(db),
  ended: await ended(db).catch(() => new Set()),
  // A deletion that was accepted is final, also if its hold had not ended.
  record: [...(await deletionRecord(db).catch(refuseEarlier)), ...(await acceptedDeletions(db).catch(() => []))],
  erasures: await waitingErasures(db).catch(() => []),
  letters: await letterStates(db, letters),
  carriedOver: await carriedOver(db),
  access: await readAccess(db).catch(() => undefined),
  serverKey: await readSetting(db, serverKeyName).catch(() => undefined),
})

/** Whether the present database continues that of the backup. One without an id of it is of a new installation, and has ended nothing. */
function continues({ versions, record, carriedOver, access = new Map() }: Present, backup: readonly unknown[]): boolean {
  const ids = new Set<unknown>([
    ...versions.keys(),
    ...idsOf(record),
    ...carriedOver.flatMap(({ ids }) => ids),
    ...accessIds(access),
  ])
  return backup.some((id) => ids.has(id))
}

/** Reads the present database; undefined when there is none. */
async function ofPresent<Result>(
  { dataDir, databaseUrl }: Source,
  work: (db: Db) => Promise<Result>,
): Promise<Result | undefined> {
  if (databaseUrl === undefined) {
    const opened = readFolder(dataDir)
    try {
      return opened && (await work(opened.db))
    } finally {
      await opened?.close()
    }
  }
  const engine = await postgres(databaseUrl, 1)
  try {
    const { rows } = await sql<{ table: string | null }>`select to_regclass('applications')::text as table`.execute(engine.read)
    return rows[0]?.table === null ? undefined : await work(engine.read)
  } finally {
    await engine.close()
  }
}

const overview = (all: ReadonlyMap<string, Version>): Overview => {
  const newest = [...all.values()].reduce((latest, { at }) => Math.max(latest, at), 0)
  return { count: all.size, newest: newest === 0 ? undefined : new Date(newest) }
}

/**
 * Replaces the present file by the restored one. If it is interrupted, one of the two files is always there, and never with the write-ahead log of the
 * other. @returns the folder with the former file; undefined when there was none
 */
function swapFiles(dataDir: string, staged: string, now: Date): string | undefined {
  const file = path.join(dataDir, 'kolam.sqlite')
  const restored = path.join(staged, 'kolam.sqlite')
  const hasPresent = existsSync(file)
  const aside = path.join(dataDir, `before-${fileStamp(now)}`)
  if (hasPresent) {
    try {
      // Closing moves the log into the file and deletes it.
      connect(file, 'write').close()
    } catch {
      // The file is damaged: it is moved with its log as it is.
    }
    mkdirSync(aside, { mode: 0o700 })
    for (const ending of ['-wal', '-shm'])
      if (existsSync(`${file}${ending}`)) renameSync(`${file}${ending}`, path.join(aside, `kolam.sqlite${ending}`))
    try {
      linkSync(file, path.join(aside, 'kolam.sqlite'))
    } catch {
      // The file system has no hard links.
      copyFileSync(file, path.join(aside, 'kolam.sqlite'))
    }
  }
  renameSync(restored, file)
  rmSync(staged, { recursive: true, force: true })
  return hasPresent ? aside : undefined
}

/**
 * Restores a backup after `confirm` has accepted the plan. Nothing changes before that. The present database is moved aside, never deleted.
 * @returns undefined when `confirm` refused
 * @throws AppError with a message for the operator, with nothing changed: a server is running, the present data was moved to PostgreSQL, or the backup
 * cannot be used
 */
export async function restoreBackup(
  source: Source,
  file: string,
  now: Date,
  confirm: (plan: RestorePlan) => Promise<boolean>,
): Promise<Restored | undefined> {
  const { dataDir, databaseUrl } = source
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = databaseUrl === undefined ? lockFolder(path.join(dataDir, 'server.lock'), dataDir) : undefined
  try {
    if (databaseUrl !== undefined) await refuseServers(databaseUrl)
    const moved = databaseUrl === undefined ? await movedFolder(dataDir) : undefined
    if (moved !== undefined) throw operatorError(`${moved} Nothing was changed.`, 'CONFLICT')
    const staged = await stageBackup(source, file, 'restoring')
    try {
      const backup = await versions(staged.engine.read)
      const letters = await unsentLetters(staged.engine.read)
      let fault: string | undefined
      const present = await ofPresent(source, (db) => read(db, letters)).catch((error: unknown) => {
        fault = error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error)
        return undefined
      })
      if (present?.serverKey !== undefined) await keepSetting(staged.engine, present.serverKey)
      const serverKeys = await readServerKeys(source, settings(staged.engine))
      const engine = { ...staged.engine, serverKeys }
      const ownRecord = await deletionRecord(engine.read)
      const record = [...(present?.record ?? []), ...ownRecord]
      const erased = [...new Set(idsOf(record))].filter((id) => backup.has(id))
      const endedBefore = await ended(staged.engine.read)
      const plan: RestorePlan = {
        hasChecksum: staged.hasChecksum,
        move: staged.move,
        backup: overview(backup),
        present: present && overview(present.versions),
        fault,
        lost: [...(present?.versions.keys() ?? [])]
          .filter((id) => !backup.has(id))
          .sort()
          .reverse(),
        changed: [...backup.values()].filter(({ id, revision }) => (present?.versions.get(id)?.revision ?? 0) > revision).length,
        ended: [...(present?.ended ?? [])].filter((id) => backup.has(id) && !endedBefore.has(id)).length,
        erased: erased.length,
        stopped: laterLetters(present?.record ?? [], ownRecord).filter(({ id, stopped }) => stopped === 1 && backup.has(id))
          .length,
      }
      if (!(await confirm(plan))) {
        await staged.discard()
        return undefined
      }
      await eraseRecorded(engine, present?.record ?? [], 'restore', now)
      await addErasures(staged.engine, present?.erasures ?? [])
      const { read: db } = staged.engine
      const carried = (await carriedOver(db)).flatMap(({ ids }) => ids)
      const ids = [...backup.keys(), ...carried, ...accessIds(await readAccess(db))]
      const continued = present !== undefined && continues(present, ids) ? present : undefined
      for (const carried of continued?.carriedOver ?? []) await carried.apply(staged.engine, now)
      const heldLetters = await settleRestoredLetters(staged.engine, continued?.letters)
      if (continued !== undefined) await ofPresent(source, (db) => carryRequests(db, engine))
      if (continued?.access !== undefined) await replaceAccess(staged.engine, continued.access)
      const unmatched = await unmatchedRows(engine.read, serverKeys)
      await staged.close()
      const restored = {
        count: backup.size - erased.length,
        heldLetters,
        unmatched,
        hasOldAccess: continued?.access === undefined,
      }
      if (databaseUrl === undefined) return { ...restored, aside: swapFiles(dataDir, staged.folder, now) }
      rmSync(staged.folder, { recursive: true, force: true })
      await refuseServers(databaseUrl)
      const schema = `kolam_before_${fileStamp(now).replaceAll('-', '_')}`
      return { ...restored, aside: (await swapSchemas(databaseUrl, schema)) ? schema : undefined }
    } catch (error) {
      await staged.discard().catch(() => undefined)
      throw error
    }
  } finally {
    lock?.release()
  }
}
