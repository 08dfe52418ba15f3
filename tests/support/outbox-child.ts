/**
 * A process that empties the outbox of a store, from a word on its standard input until it is killed:
 * `node outbox-child.ts DATA_DIR smtp://…|http://… MS`, where MS is how far its clock is ahead: claims of those killed before have lapsed.
 */
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { assemble } from '../../src/server/assemble.ts'
import { readConfig } from '../../src/server/config.ts'
import { resendMailer } from '../../src/server/mail/resend.ts'
import { smtpMailer } from '../../src/server/mail/smtp.ts'
import { openStorage } from '../../src/server/storage/open.ts'
import { testAdapters, testContent, todaysForms, wideLimits } from './adapters.ts'
import { forms } from './answers.ts'

const [, , dataDir = '', provider = '', ahead = '0'] = process.argv
const clock = (): Date => new Date(Date.now() + Number(ahead))
const from = 'Kolam <hello@kolam.example>'
const mailer = provider.startsWith('smtp:')
  ? smtpMailer({ url: provider, from, now: clock })
  : resendMailer({ key: 'key', url: provider, from })

// what was compiled is kept for the next one, since a killed process leaves nothing behind
flushCompileCache()
// all is loaded: the store is opened when whoever started this says so
await once(process.stdin, 'data')
const storage = await openStorage({ dataDir })
assemble(readConfig(wideLimits), {
  ...testAdapters,
  formVersions: todaysForms(forms),
  storage,
  mailer,
  content: testContent(forms),
  now: clock,
}).worker.start()
