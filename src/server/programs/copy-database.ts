import { existsSync } from 'node:fs'
import path from 'node:path'
import { ConfigFault, processEnvironment, readConfig } from '../config.ts'
import { copyDatabase } from '../storage/copy-database.ts'
import { runProgram, showProgress } from './terminal.ts'

const usage = 'Usage: npm run move -- --to postgres://user:password@host/database (or DATABASE_URL)'

/** The address after `--to`; undefined without arguments. @throws ConfigFault for other arguments */
function target([flag, address, ...extra]: readonly string[]): string | undefined {
  if (flag === undefined) return undefined
  if (flag !== '--to' || address === undefined || extra.length > 0) throw new ConfigFault(usage)
  return address
}

/** `npm run move -- --to postgres://…`: copies everything from the SQLite database in DATA_DIR. After an interruption it can be run again. */
async function main(): Promise<void> {
  const to = target(process.argv.slice(2))
  const { DATA_DIR, DATABASE_URL } = readConfig({ ...processEnvironment(), ...(to !== undefined && { DATABASE_URL: to }) })
  if (DATABASE_URL === undefined) throw new ConfigFault(usage)
  // Opening it would create an empty database, and copy that.
  if (!existsSync(path.join(DATA_DIR, 'kolam.sqlite')))
    throw new ConfigFault(`No database was found in ${DATA_DIR}. Set DATA_DIR to the folder to move from.`)
  const onProgress = showProgress((text) => process.stdout.write(text), process.stdout.isTTY)
  const counts = await copyDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL, onProgress })
  const rows = Object.entries(counts).map(([table, count]) => `${table} ${count.toLocaleString('en')}`)
  console.log(`Equal by count and hash: ${rows.join(', ')}.`)
  console.log('Set DATABASE_URL to this database, and start the server again. The files in DATA_DIR were left as they are.')
}

runProgram(main)
