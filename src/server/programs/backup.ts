import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { ConfigFault, processEnvironment, readConfig } from '../config.ts'
import { lastWords } from './last-words.ts'

/** How many applications and files a copy holds. @throws ConfigFault when it is not whole. */
function verify(file: string): { readonly applications: number; readonly files: number } {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const first = (sql: string): unknown => Object.values(db.prepare(sql).get() ?? {})[0]
    const result = first('pragma integrity_check')
    if (result !== 'ok') throw new ConfigFault(`The copy is not whole: ${result}`)
    if (first('pragma foreign_key_check') !== undefined)
      throw new ConfigFault('The copy is not whole: a row has lost what it belongs to')
    return {
      applications: Number(first('select count(*) from applications')),
      files: Number(first('select count(*) from files')),
    }
  } finally {
    db.close()
  }
}

/** `npm run backup -- FILE`: a copy of the embedded database, made while the server runs, and checked before it is renamed to FILE. */
async function main(): Promise<void> {
  const [to, ...extra] = process.argv.slice(2)
  if (to === undefined || extra.length > 0) throw new ConfigFault('Say where to: npm run backup -- FILE')
  const { DATA_DIR, DATABASE_URL } = readConfig(processEnvironment())
  if (DATABASE_URL !== undefined)
    throw new ConfigFault('The data are in PostgreSQL: back it up with pg_dump (docs/operations.md)')
  const from = path.join(DATA_DIR, 'kolam.sqlite')
  if (!existsSync(from)) throw new ConfigFault(`There is no database in ${DATA_DIR}`)
  if (existsSync(to)) throw new ConfigFault(`${to} is there already. Choose another name; nothing was changed.`)
  // a copy has personal data: only this account may read it
  process.umask(0o077)
  const folder = path.dirname(path.resolve(to))
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new ConfigFault(
      `${folder} cannot be written to (${(error as NodeJS.ErrnoException).code}). Make it, and give it to the account that makes backups.`,
    )
  }
  const part = `${to}.part`
  const clear = (): void => {
    for (const ending of ['', '-wal', '-shm']) rmSync(`${part}${ending}`, { force: true })
  }
  clear()
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5000 })
  try {
    // In one step: concurrent writes go to the write-ahead log and do not wait.
    await backup(source, part, { rate: 2 ** 30 })
    const { applications, files } = verify(part)
    renameSync(part, to)
    // for `npm run doctor`, which reports the age of the last backup; the copy is valid even if this folder is not writable
    await writeFile(path.join(DATA_DIR, 'last-backup'), `${new Date().toISOString()}\n`).catch(() => undefined)
    console.log(`${to}: ${applications} applications, ${files} files, ${statSync(to).size} bytes, opened and found whole.`)
  } finally {
    source.close()
    clear()
  }
}

main().catch((error: unknown) => {
  console.error(lastWords(error))
  process.exit(1)
})
