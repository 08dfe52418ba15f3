import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Settings } from './settings.ts'

/** The location of the data: SQLite in `dataDir`, or PostgreSQL at `databaseUrl`. */
export interface Source {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** `SERVER_KEY`, if it is set. */
  readonly serverKey?: string | undefined
}

/** The setting with the key in PostgreSQL, for all nodes. No backup has it. */
export const serverKeyName = 'server-key'

const fileIn = (folder: string): string => path.join(folder, 'server-key')

const storedKey = async (settings: Pick<Settings, 'get'>): Promise<string | undefined> =>
  (await settings.get(serverKeyName))?.value as string | undefined

/**
 * Reads the server's keys: `SERVER_KEY`, the one in the database that nodes share, and those in the data folder, one a line. The first is the current one;
 * the others are former keys, with which the record of deletions is still read. Empty before the first start.
 */
export async function readServerKeys(
  { dataDir, databaseUrl, serverKey }: Source,
  settings: Pick<Settings, 'get'>,
): Promise<readonly string[]> {
  const shared = databaseUrl === undefined ? undefined : await storedKey(settings)
  const text = await readFile(fileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  const keys = [serverKey, shared, ...text.split(/\s+/)]
  return [...new Set(keys.flatMap((key) => key || []))]
}

/** Reads the keys. Creates one at the first start; when several nodes start together, one of them creates it. */
export async function openServerKeys(source: Source, settings: Settings): Promise<readonly [string, ...string[]]> {
  const [key = randomBytes(32).toString('base64url'), ...former] = await readServerKeys(source, settings)
  const { dataDir, databaseUrl, serverKey } = source
  if (serverKey !== undefined) return [key, ...former]
  if (databaseUrl === undefined)
    // Another program may have created it meanwhile.
    await writeFile(fileIn(dataDir), `${key}\n`, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  else if ((await storedKey(settings)) === undefined) await settings.put(serverKeyName, key, 0)
  const [current = key, ...earlier] = await readServerKeys(source, settings)
  return [current, ...earlier]
}
