import { applications } from './kysely/applications/applications.ts'
import type { Engine } from './kysely/engine.ts'
import { migrate } from './kysely/migrations/apply.ts'
import { outbox } from './kysely/outbox/outbox.ts'
import { passcodes } from './kysely/passcodes.ts'
import { postgres } from './kysely/postgres/engine.ts'
import { replies } from './kysely/replies.ts'
import { sessions } from './kysely/sessions.ts'
import { sqlite } from './kysely/sqlite/engine.ts'
import { sweep } from './kysely/sweep.ts'
import type { Storage } from './port.ts'
import { type SearchText, textsIn } from './search-text.ts'

export interface StorageOptions {
  /** Where SQLite keeps its file; made when it is missing. */
  readonly dataDir: string
  /** `postgres://…`: PostgreSQL in place of SQLite. */
  readonly databaseUrl?: string
  /** Connections to PostgreSQL, at most. 10 when left out. */
  readonly poolSize?: number
  /** True for a tool that works beside a running server: it does not hold the data folder for itself. */
  readonly beside?: boolean
  /** What an application is found by, beside its applicant's name, address and company. The answers as sent when left out. */
  readonly searchText?: SearchText
}

/** The storage over an open engine. */
export function storageOver(engine: Engine, searchText: SearchText): Storage {
  return {
    applications: applications(engine, searchText),
    outbox: outbox(engine),
    passcodes: passcodes(engine),
    sessions: sessions(engine),
    replies: replies(engine),
    limits: engine.limits,
    ping: () => engine.ping(),
    sweep: (now) => sweep(engine, now),
    close: () => engine.close(),
  }
}

/**
 * Opens the storage and brings its schema up to date.
 * @throws AppError DATABASE_CONNECTION_FAILED when the database cannot be reached.
 * @throws Error when another server holds the data folder, when a commit would not be durable, or when the database is newer than this
 * program; its message is for a person.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { databaseUrl, dataDir, beside, poolSize = 10 } = options
  const engine = databaseUrl === undefined ? sqlite(dataDir, { beside }) : await postgres(databaseUrl, poolSize)
  try {
    await migrate(engine, new Date())
  } catch (error) {
    await engine.close()
    throw error
  }
  return storageOver(engine, options.searchText ?? (({ answers }) => textsIn(answers)))
}
