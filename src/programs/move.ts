import { existsSync } from 'node:fs'
import path from 'node:path'
import { ConfigFault, processEnvironment, programCommand, readConfig } from '../server/config.ts'
import { cancelMove, move } from './copies/move.ts'
import { runProgram, showProgress } from './terminal.ts'

const usage = `Usage: ${programCommand('move', '--to postgres://user:password@host/database')} (or DATABASE_URL), or ${programCommand('move', '--cancel')}`

/** The address after `--to`; undefined without arguments. @throws ConfigFault for other arguments */
function target([flag, address, ...extra]: readonly string[]): string | undefined {
  if (flag === undefined) return undefined
  if (flag !== '--to' || address === undefined || extra.length > 0) throw new ConfigFault(usage)
  return address
}

/** @throws ConfigFault when the folder has no database: opening it would create an empty one */
function requireDatabase(dataDir: string): void {
  if (!existsSync(path.join(dataDir, 'kolam.sqlite')))
    throw new ConfigFault(`No database was found in ${dataDir}. Set DATA_DIR to the folder to move from.`)
}

/** `npm run move -- --cancel`: a server starts on the SQLite database in DATA_DIR again. */
async function cancel(): Promise<void> {
  const { DATA_DIR } = readConfig(processEnvironment())
  requireDatabase(DATA_DIR)
  const movedTo = await cancelMove(DATA_DIR)
  if (movedTo === undefined) throw new ConfigFault(`The data in ${DATA_DIR} was not moved. Nothing was changed.`)
  console.log(
    `The move to ${movedTo} was cancelled: without DATABASE_URL, a server starts on the data in ${DATA_DIR}. ` +
      'It lacks everything that was changed since the move, and sends the letters that waited then, even if they were sent from PostgreSQL. ' +
      'If PostgreSQL was in use, make a backup of it, and restore that into an empty DATA_DIR without DATABASE_URL.',
  )
}

/** `npm run move -- --to postgres://…`: copies everything from the SQLite database in DATA_DIR. */
async function main(): Promise<void> {
  if (process.argv.length === 3 && process.argv[2] === '--cancel') return cancel()
  const to = target(process.argv.slice(2))
  const { DATA_DIR, DATABASE_URL } = readConfig({ ...processEnvironment(), ...(to !== undefined && { DATABASE_URL: to }) })
  if (DATABASE_URL === undefined) throw new ConfigFault(usage)
  requireDatabase(DATA_DIR)
  const show = showProgress((text) => process.stdout.write(text), process.stdout.isTTY)
  const { counts } = await move({
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    onProgress: (step, done, total) => show({ step, done, total }),
  })
  if (counts === undefined)
    console.log('An earlier run has copied and compared everything; changes here after that were not copied.')
  else {
    const rows = Object.entries(counts).map(([table, count]) => `${table} ${count.toLocaleString('en')}`)
    console.log(`Equal by count and hash: ${rows.join(', ')}.`)
  }
  console.log(
    'Set DATABASE_URL to this database, and start the server again. The data in DATA_DIR was left as it is, and is marked as moved: no server starts on it.',
  )
}

runProgram(main)
