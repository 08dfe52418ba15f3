/** A process that moves `DATA_DIR` to `DATABASE_URL` and prints how far it is: `node move-child.ts DATA_DIR DATABASE_URL`. */
import { writeSync } from 'node:fs'
import { move } from '../../src/server/storage/move.ts'

const [, , dataDir = '', databaseUrl = ''] = process.argv
await move({ dataDir, databaseUrl, onProgress: ({ step, done }) => writeSync(1, `${step} ${done}\n`) })
