/**
 * A process that empties the outbox of a store, from a word on its standard input until it is killed:
 * `node outbox-child.ts DATA_DIR smtp://…|http://… MS`, where MS is how far its clock is ahead: claims of those killed before have lapsed.
 */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type { Letter } from '../../src/applications/outbox.ts'
import { composeLetter } from '../../src/server/mail/messages/compose.ts'
import { loadWording } from '../../src/server/mail/messages/wording.ts'
import { resendMailer } from '../../src/server/mail/resend.ts'
import { smtpMailer } from '../../src/server/mail/smtp.ts'
import { createHandlers } from '../../src/server/outbox/handlers.ts'
import { createWorker } from '../../src/server/outbox/worker.ts'
import { openStorage } from '../../src/server/storage/open.ts'
import { forms } from './answers.ts'

const [, , dataDir = '', provider = '', ahead = '0'] = process.argv
const clock = (): Date => new Date(Date.now() + Number(ahead))
const from = 'Kolam <hello@kolam.example>'
const mailer = provider.startsWith('smtp:')
  ? smtpMailer({ url: provider, from, now: clock })
  : resendMailer({ key: 'key', url: provider, from })

const folder = new URL('../../content/mail/', import.meta.url)
const read = loadWording(
  Object.fromEntries(readdirSync(folder).map((name) => [`content/mail/${name}`, readFileSync(new URL(name, folder), 'utf8')])),
)
if (!read.ok) throw new Error(read.fault.join('\n'))
const wording = read.value
const settings = { wording, siteName: 'Kolam', siteUrl: 'https://kolam.example', bookingUrl: 'https://kolam.example/pitch' }

// what was compiled is kept for the next one, since a killed process leaves nothing behind
flushCompileCache()
// all is loaded: the store is opened when whoever started this says so
await once(process.stdin, 'data')
const { applications, outbox } = await openStorage({ dataDir })
createWorker({
  outbox,
  handlers: createHandlers({
    applications,
    forms,
    mailer,
    compose: ({ letter }, application, form, id) => composeLetter(letter as Letter, application, form, settings, id),
    sheet: undefined,
    holdS: 10,
    now: clock,
  }),
  clock,
  log: { info: () => {}, warn: () => {} },
  wait: (ms, signal) => pause(ms, undefined, { signal }).catch(() => undefined),
}).start()
