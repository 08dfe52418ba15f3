import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStorage, type StorageOptions } from '../../src/server/storage/open.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { startPostgres } from '../support/postgres.ts'

/** An empty place to keep things, to be opened once or again, or by several at a time. */
export interface Place {
  open(options?: Partial<StorageOptions>): Promise<Storage>
  remove(): Promise<void>
}

/** Opens an empty storage for one test. */
export type Open = (options?: Partial<StorageOptions>) => Promise<Storage>

export interface Database {
  readonly name: string
  start(): Promise<{ place(): Promise<Place>; stop(): Promise<void> }>
}

const folder = (): string => mkdtempSync(join(tmpdir(), 'kolam-storage-'))

/** What the contract is held against: another database is another line. */
export const databases: readonly Database[] = [
  {
    name: 'SQLite',
    start: async () => ({
      place: async () => {
        const dataDir = folder()
        return {
          open: (options) => openStorage({ dataDir, ...options }),
          remove: async () => rmSync(dataDir, { recursive: true, force: true }),
        }
      },
      stop: async () => {},
    }),
  },
  {
    name: 'PostgreSQL',
    start: async () => {
      const server = await startPostgres()
      return {
        place: async () => {
          const databaseUrl = await server.schema()
          return { open: (options) => openStorage({ dataDir: '', databaseUrl, ...options }), remove: async () => {} }
        },
        stop: () => server.remove(),
      }
    },
  },
]
