/**
 * `outbox-child DATA_DIR smtp://…|http://… MS`: sends the outbox entries of a storage, from the first input on stdin until it is killed.
 * Its clock is MS ahead, so that claims of the processes killed before have lapsed.
 */
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { assemble } from '../../src/programs/start/assemble.ts'
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

// Writes the compile cache now, because this process is killed and writes nothing at its end.
flushCompileCache()
// Everything is loaded. The parent sends a line when the storage may be opened.
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
