/** `node move-child.ts DATA_DIR DATABASE_URL`: copies the database of `DATA_DIR` to `DATABASE_URL` and prints its progress. */
import { writeSync } from 'node:fs'
import { copyDatabase } from '../../src/server/storage/copy-database.ts'

const [, , dataDir = '', databaseUrl = ''] = process.argv
await copyDatabase({ dataDir, databaseUrl, onProgress: ({ step, done }) => writeSync(1, `${step} ${done}\n`) })
