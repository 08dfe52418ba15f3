import { changesLetters } from '../../applications/letter-stop.ts'
import type { Forms } from '../../forms/definitions/all.ts'
import { AppError } from '../../shared/errors.ts'
import { applications } from './kysely/applications/applications.ts'
import { committee } from './kysely/committee.ts'
import { refuseMoved } from './kysely/copy/moved-to.ts'
import { edits } from './kysely/edits.ts'
import type { Engine } from './kysely/engine.ts'
import { formSnapshots } from './kysely/form-snapshots.ts'
import { latestTime, raiseLatestTime } from './kysely/latest-time.ts'
import { linkStates } from './kysely/link-states.ts'
import { measures } from './kysely/measures.ts'
import { migrate } from './kysely/migrations/apply.ts'
import { releaseClaims } from './kysely/outbox/claim.ts'
import { outbox } from './kysely/outbox/outbox.ts'
import { passcodes } from './kysely/passcodes.ts'
import { passkeys, refusals } from './kysely/passkeys.ts'
import { persons } from './kysely/persons/persons.ts'
import { deletionRecord, sealRecord, unmatchedRows } from './kysely/persons/record.ts'
import { deleteUnused } from './kysely/pictures.ts'
import { scriptTokens } from './kysely/script-tokens.ts'
import { sessions } from './kysely/sessions.ts'
import { settings } from './kysely/settings.ts'
import { sharedDrafts } from './kysely/shared-drafts.ts'
import { slots } from './kysely/slots.ts'
import { sqlite } from './kysely/sqlite/engine.ts'
import { responses } from './kysely/stored-responses.ts'
import { subscriptions } from './kysely/subscriptions.ts'
import { sweep } from './kysely/sweep.ts'
import { witnesses } from './kysely/witnesses.ts'
import type { Storage } from './port.ts'
import { type RecordFile, recordFile } from './record-file.ts'
import { openServerKeys, type Source } from './server-key.ts'

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
const openPostgres: typeof import('./kysely/postgres/engine.ts').postgres = async (...settings) =>
  (await import('./kysely/postgres/engine.ts')).postgres(...settings)

/** The storage on an open engine. */
function storageOver(engine: Engine, forms?: Forms): Storage {
  return {
    applications: applications(engine, forms),
    outbox: outbox(engine),
    passcodes: passcodes(engine),
    passkeys: passkeys(engine),
    scriptTokens: scriptTokens(engine),
    refusals: refusals(engine),
    sessions: sessions(engine),
    responses: responses(engine),
    settings: settings(engine),
    subscriptions: subscriptions(engine),
    committee: committee(engine),
    edits: edits(engine),
    persons: persons(engine),
    formSnapshots: formSnapshots(engine),
    linkStates: linkStates(engine),
    sharedDrafts: sharedDrafts(engine),
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
  const purge = async (now: Date): Promise<number> => {
    const purged = await storage.applications.purge(now)
    if (purged > 0) {
      await record.write()
      const { eraseInReplaced } = await import('./backups/replaced.ts')
      await eraseInReplaced(source, serverKeys, await deletionRecord(db), now)
    }
    return purged
  }
  const sweep = async (now: Date): Promise<void> => {
    await storage.sweep(now)
    const { deleteReplaced } = await import('./backups/replaced.ts')
    await deleteReplaced(source, now)
  }
  const save: Storage['applications']['save'] = async (...changes) => {
    const outcome = await storage.applications.save(...changes)
    if (outcome === 'saved' && changes.some(({ entry }) => changesLetters(entry.event))) await record.write()
    return outcome
  }
  const stopAddress: Storage['outbox']['stopAddress'] = async (...stop) => {
    await storage.outbox.stopAddress(...stop)
    await record.write()
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
    await sealRecord(engine)
    const storage = storageOver(engine, forms)
    return recordsDeletions ? await withRecordFile(storage, recordFile(dataDir, engine), source, engine) : storage
  } catch (error) {
    await engine?.close()
    throw toAppError(error)
  }
}
