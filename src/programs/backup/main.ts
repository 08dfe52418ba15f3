import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigFault, processEnvironment, programCommand, readConfig } from '../../server/config.ts'
import { movedFolder, openReadOnly } from '../../server/storage/read-only.ts'
import { after, day } from '../../shared/dates.ts'
import { makeBackup } from '../copies/make.ts'
import { recordBackupState } from '../copies/state.ts'
import { daysAhead } from '../start/clock-guard.ts'
import { countText, runProgram } from '../terminal.ts'
import { backupFile, deleteOlder, prepareFolder } from './files.ts'

const usage = `Usage: ${programCommand('backup', 'FILE or FOLDER/ [--keep 90d]')}`

/** The file or folder, and the days of `--keep`. @throws ConfigFault for other arguments */
function readArguments(): { readonly target: string; readonly keepDays: number | undefined } {
  try {
    const { values, positionals } = parseArgs({ options: { keep: { type: 'string' } }, allowPositionals: true })
    const [target, ...extra] = positionals
    const days = values.keep === undefined ? undefined : /^([1-9]\d{0,3})d$/.exec(values.keep)?.[1]
    if (target !== undefined && extra.length === 0 && (values.keep === undefined) === (days === undefined))
      return { target, keepDays: days === undefined ? undefined : Number(days) }
  } catch {
    // An unknown option.
  }
  throw new ConfigFault(usage)
}

/** Whether the clock may be wrong, so that nothing is deleted by its age. */
async function isClockInDoubt(dataDir: string, databaseUrl: string | undefined, now: Date): Promise<boolean> {
  const database = await openReadOnly(dataDir, databaseUrl)
  try {
    return daysAhead(now, await database?.latestTime()) > 0
  } finally {
    await database?.close()
  }
}

/** `npm run backup -- FILE`: copies the database while the server runs, and checks the copy before it gets the name FILE. */
async function main(): Promise<void> {
  const { target, keepDays } = readArguments()
  const { DATA_DIR, DATABASE_URL } = readConfig(processEnvironment())
  const now = new Date()
  const file = backupFile(target, now)
  if (DATABASE_URL === undefined && !existsSync(path.join(DATA_DIR, 'kolam.sqlite')))
    throw new ConfigFault(`No database was found in ${DATA_DIR}`)
  if (existsSync(file)) throw new ConfigFault(`${file} already exists. Choose another name; nothing was changed.`)
  prepareFolder(path.dirname(file))
  const { applications, files } = await makeBackup({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL }, file)
  recordBackupState(DATA_DIR, { backup: { at: now.toISOString(), file } })
  console.log(
    `${file}: ${countText(applications, 'application')}, ${countText(files, 'file')}, ${statSync(file).size} bytes; it opens and is complete.`,
  )
  const moved = DATABASE_URL === undefined ? await movedFolder(DATA_DIR) : undefined
  if (moved !== undefined) console.log(`Warning: ${moved}`)
  if (keepDays === undefined) return
  if (await isClockInDoubt(DATA_DIR, DATABASE_URL, now))
    return console.log('No older backup is deleted: the clock is days ahead of the last time at which a server ran.')
  const deleted = deleteOlder(path.dirname(file), after(now, -keepDays * day))
  if (deleted > 0) console.log(`${countText(deleted, 'backup')} older than ${keepDays} days deleted.`)
}

runProgram(main)
