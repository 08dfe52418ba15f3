/**
 * `storage-child DATA_DIR [COUNT]`: stores applications one by one until it is killed or COUNT are stored, and prints the id of each
 * after the storage acknowledges it.
 */
import { writeSync } from 'node:fs'
import { openStorage } from '../../src/server/storage/open.ts'
import { submission } from './submissions.ts'

const [, , dataDir = '', most = 'Infinity'] = process.argv
const { applications, close } = await openStorage({ dataDir, databaseUrl: process.env.STORAGE_CHILD_URL })
writeSync(1, 'ready\n')
for (let n = 0; n < Number(most); n += 1) {
  const sent = submission({ files: [{ field: 'resume', name: 'a.pdf', type: 'application/pdf', bytes: new Uint8Array(2000) }] })
  await applications.add(sent)
  writeSync(1, `${sent.change.application.id}\n`)
}
await close()
