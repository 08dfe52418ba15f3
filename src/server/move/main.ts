import { AppError } from '../../shared/errors.ts'
import { ConfigFault, processEnvironment, readConfig } from '../config.ts'
import { move } from '../storage/move.ts'
import { showProgress } from './progress.ts'

const usage = 'move takes where to: npm run move -- --to postgres://user:password@host/database'

/** The address after `--to`. @throws ConfigFault when there is none. */
function target(words: readonly string[]): string {
  const [flag, address = ''] = words
  if (flag !== '--to' || words.length !== 2 || !/^postgres(ql)?:\/\//.test(address)) throw new ConfigFault(usage)
  return address
}

/** `npm run move -- --to postgres://…`: copies everything from the SQLite database in DATA_DIR; cut off, it is run again. */
async function main(): Promise<void> {
  const databaseUrl = target(process.argv.slice(2))
  const { DATA_DIR } = readConfig(processEnvironment())
  const onProgress = showProgress((text) => process.stdout.write(text), process.stdout.isTTY)
  const counts = await move({ dataDir: DATA_DIR, databaseUrl, onProgress })
  const rows = Object.entries(counts).map(([table, count]) => `${table} ${count.toLocaleString('en')}`)
  console.log(`Equal by count and hash: ${rows.join(', ')}.`)
  console.log('Set DATABASE_URL to this database, and start the server again. The files in DATA_DIR were left as they are.')
}

main().catch((error: unknown) => {
  const reason =
    error instanceof AppError && error.extras.cause instanceof Error ? `${error.message} (${error.extras.cause.message})` : ''
  console.error(reason || (error instanceof Error ? error.message : error))
  process.exit(1)
})
