/** A process that moves `DATA_DIR` to `DATABASE_URL` and prints how far it is: `node move-child.ts DATA_DIR DATABASE_URL`. */
import { writeSync } from 'node:fs'
import { copyDatabase } from '../../src/server/storage/copy-database.ts'

const [, , dataDir = '', databaseUrl = ''] = process.argv
await copyDatabase({ dataDir, databaseUrl, onProgress: ({ step, done }) => writeSync(1, `${step} ${done}\n`) })
