import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import type { Settings } from '../storage/port.ts'

/** The setting with the key in PostgreSQL, for all nodes. */
const settingName = 'server-key'

const newKey = (): string => randomBytes(32).toString('base64url')

const fileIn = (folder: string): string => path.join(folder, 'server-key')

/** Reads the key from `SERVER_KEY`, from the database that nodes share, or from the data folder. Undefined before the first start of a server. */
export async function readServerKey(
  { SERVER_KEY, DATABASE_URL, DATA_DIR }: Config,
  settings: Pick<Settings, 'get'>,
): Promise<string | undefined> {
  if (SERVER_KEY !== undefined) return SERVER_KEY
  if (DATABASE_URL !== undefined) return (await settings.get(settingName))?.value as string | undefined
  const stored = await readFile(fileIn(DATA_DIR), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  return stored.trim() || undefined
}

/** Reads the key, or creates it at the first start. When several nodes start together, one of them creates it. */
export async function openServerKey(config: Config, settings: Settings): Promise<string> {
  const existing = await readServerKey(config, settings)
  if (existing !== undefined) return existing
  const key = newKey()
  if (config.DATABASE_URL === undefined) await writeFile(fileIn(config.DATA_DIR), `${key}\n`, { mode: 0o600 })
  else if ((await settings.put(settingName, key, 0)) === 'stale') return openServerKey(config, settings)
  return key
}
