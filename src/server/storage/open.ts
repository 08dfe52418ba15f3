import { changesLetters } from '../../applications/letter-stop.ts'
import type { Forms } from '../../forms/form.ts'
import { AppError } from '../../shared/errors.ts'
import type { Engine } from '../database/engine.ts'
import { latestTime, raiseLatestTime } from '../database/latest-time.ts'
import { migrate } from '../database/migrations/apply.ts'
import { openServerKeys, type Source } from '../database/server-key.ts'
import { sqlite } from '../database/sqlite/engine.ts'
import { settings } from '../database/stored-settings.ts'
import { formSnapshots } from '../forms/store.ts'
import { linkStates } from '../links/store.ts'
import { measures } from '../metrics/store.ts'
import { helperLinks } from '../records/access/helper-links.ts'
import { passcodes } from '../records/access/passcodes.ts'
import { passkeys, refusals } from '../records/access/passkeys.ts'
import { responses } from '../records/access/responses.ts'
import { sessions } from '../records/access/sessions.ts'
import { applications } from '../records/applications/applications.ts'
import { edits } from '../records/edits/edits.ts'
import { deleteUnused } from '../records/edits/pictures.ts'
import { releaseClaims } from '../records/outbox/claim.ts'
import { outbox } from '../records/outbox/outbox.ts'
import { persons } from '../records/persons/persons.ts'
import { deletionRecord, unmatchedRows } from '../records/persons/record.ts'
import { type RecordFile, recordFile } from '../records/persons/record-file.ts'
import { slots } from '../records/stored-slots.ts'
import { witnesses } from '../sheets/store.ts'
import { refuseMoved } from './moved-to.ts'
import type { Storage } from './port.ts'
import { sweep } from './sweep.ts'

/** The location of the data, and the options of the program that opens it. */
export interface StorageOptions {
  /** The folder of SQLite's file. It is created when it is missing. */
  readonly dataDir: string
  /** `postgres://…`: PostgreSQL in place of SQLite. */
  readonly databaseUrl?: string
  /** `SERVER_KEY`, if it is set. */
  readonly serverKey?: string | undefined
  /** The limit of connections to PostgreSQL; 10 by default. */
  readonly poolSize?: number
  /** True for a tool that runs while a server runs: it does not lock the data folder. */
  readonly sharesFolder?: boolean
  /** True for a server: it keeps a second copy of the record of deletions and stopped letters in the data folder, and applies that copy now (see record-file.ts). */
  readonly recordsDeletions?: boolean
  /** Makes the labels of choices searchable. Without it, only the stored values are. */
  readonly forms?: Forms
}

/** Opens PostgreSQL. Its driver is loaded on demand. */
const openPostgres: typeof import('../database/postgres/engine.ts').postgres = async (...settings) =>
  (await import('../database/postgres/engine.ts')).postgres(...settings)

/** The storage on an open engine. */
function storageOver(engine: Engine, forms?: Forms): Storage {
  return {
    applications: applications(engine, forms),
    outbox: outbox(engine),
    passcodes: passcodes(engine),
    passkeys: passkeys(engine),
    refusals: refusals(engine),
    sessions: sessions(engine),
    helperLinks: helperLinks(engine),
    responses: responses(engine),
    settings: settings(engine),
    engine,
    edits: edits(engine),
    persons: persons(engine),
    formSnapshots: formSnapshots(engine),
    linkStates: linkStates(engine),
    slots: slots(engine),
    limits: engine.limits,
    witnesses: witnesses(engine.read),
    serverKey: engine.serverKeys[0] ?? '',
    unmatchedRows: () => unmatchedRows(engine.read, engine.serverKeys),
    measures: () => measures(engine.read),
    ping: () => engine.ping(),
    sweep: async (now) => {
      await sweep(engine, now)
      await deleteUnused(engine, now)
    },
    latestTime: () => latestTime(engine.read),
    raiseLatestTime: (at) => raiseLatestTime(engine, at),
    close: () => engine.close(),
  }
}

/** The storage with a second copy of the record of deletions and stopped letters. It also deletes from the databases that restores replaced. */
async function withRecordFile(
  storage: Storage,
  record: RecordFile,
  source: Source,
  { read: db, serverKeys }: Engine,
): Promise<Storage> {
  await record.apply(new Date())
  // What is committed is done, even if its copy cannot be written: the next sweep writes it, or fails with the reason in the log.
  let isBehind = false
  const copyRecord = async (): Promise<void> => {
    isBehind = true
    await record.write()
    isBehind = false
  }
  const tryToCopy = (): Promise<void> => copyRecord().catch(() => undefined)
  const purge = async (now: Date): Promise<number> => {
    const purged = await storage.applications.purge(now)
    if (purged > 0) {
      await tryToCopy()
      const { eraseInReplaced } = await import('./replaced.ts')
      await eraseInReplaced(source, serverKeys, await deletionRecord(db), now)
    }
    return purged
  }
  const sweep = async (now: Date): Promise<void> => {
    await storage.sweep(now)
    if (isBehind) await copyRecord()
    const { deleteReplaced } = await import('./replaced.ts')
    await deleteReplaced(source, now)
  }
  const save: Storage['applications']['save'] = async (...changes) => {
    const outcome = await storage.applications.save(...changes)
    if (outcome === 'saved' && changes.some(({ entry }) => changesLetters(entry.event))) await tryToCopy()
    return outcome
  }
  const stopAddress: Storage['outbox']['stopAddress'] = async (...stop) => {
    await storage.outbox.stopAddress(...stop)
    await tryToCopy()
  }
  return {
    ...storage,
    sweep,
    applications: { ...storage.applications, purge, save },
    outbox: { ...storage.outbox, stopAddress },
  }
}

/** Adds the database's own message to an error while opening: the operator sees it, visitors do not. */
export const toAppError = (error: unknown): unknown =>
  error instanceof AppError && error.cause instanceof Error
    ? new AppError(error.code, {
        ...error.extras,
        message: `The database cannot be opened: ${error.cause.message || error.cause.name}`,
      })
    : error

/**
 * Opens the storage and brings its schema up to date.
 * @throws AppError with a message for the operator: the database cannot be reached, another server has locked the data folder, commits would not be
 * durable, the data was moved to PostgreSQL, or the database is newer than this program
 */
export async function openStorage({
  dataDir,
  databaseUrl,
  serverKey,
  poolSize = 10,
  sharesFolder,
  recordsDeletions,
  forms,
}: StorageOptions): Promise<Storage> {
  let engine: Engine | undefined
  try {
    engine = databaseUrl === undefined ? sqlite(dataDir, { sharesFolder }) : await openPostgres(databaseUrl, poolSize)
    if (databaseUrl === undefined) await refuseMoved(engine.read, dataDir)
    await migrate(engine, new Date())
    if (engine.exclusive) await releaseClaims(engine)
    const source = { dataDir, databaseUrl, serverKey }
    engine = { ...engine, serverKeys: await openServerKeys(source, settings(engine)) }
    const storage = storageOver(engine, forms)
    return recordsDeletions ? await withRecordFile(storage, recordFile(dataDir, engine), source, engine) : storage
  } catch (error) {
    await engine?.close()
    throw toAppError(error)
  }
}
