/**
 * `node storage-child.ts DATA_DIR [COUNT [letters]]`: stores applications one by one until it is killed or COUNT are stored, and prints the id of each
 * after the storage acknowledges it. With `letters` it also records each letter as sent, and prints the id of its entry afterwards.
 */
import { writeSync } from 'node:fs'
import { openStorage } from '../../src/server/storage/open.ts'
import { after, minute } from '../../src/shared/dates.ts'
import { submission } from './submissions.ts'

const [, , dataDir = '', most = 'Infinity', letters] = process.argv
const { applications, outbox, close } = await openStorage({ dataDir, databaseUrl: process.env.STORAGE_CHILD_URL })
writeSync(1, 'ready\n')
for (let n = 0; n < Number(most); n += 1) {
  const sent = submission({ files: [{ field: 'resume', name: 'a.pdf', type: 'application/pdf', bytes: new Uint8Array(2000) }] })
  await applications.add(sent)
  writeSync(1, `${sent.change.application.id}\n`)
  if (letters === undefined) continue
  const now = new Date()
  const [entry] = await outbox.claim(['mail.letter'], 1, now, after(now, minute))
  if (entry !== undefined && (await outbox.settle(entry, { kind: 'sent' }, now, undefined))) writeSync(1, `${entry.id}\n`)
}
await close()
