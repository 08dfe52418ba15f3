import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileStamp } from '../../shared/dates.ts'
import { type From, headerText, senderOf, toMime } from './headers.ts'
import type { Mailer } from './port.ts'

interface CaptureOptions {
  /** The folder to which messages are written. It is created when it is missing. */
  readonly folder: string
  readonly from: From
  readonly now: () => Date
  /** Prints one line on the terminal of the server. */
  readonly printLine: (line: string) => void
}

/** Loaded on first use, not at the server's start. */
export const mailLibrary = () => import('nodemailer')

/** A mailer without a provider: it writes each message to a file that mail programs can open, and prints one line. */
export function captureMailer({ folder, from, now, printLine }: CaptureOptions): Mailer {
  senderOf(from)
  const open = async () => (await mailLibrary()).createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let opened: ReturnType<typeof open> | undefined
  return {
    describe: `files in ${folder}`,
    async send(message) {
      const at = now()
      opened ??= open()
      const built = await (await opened).sendMail(toMime(message, senderOf(from), at))
      const file = join(folder, `${fileStamp(at)}-${message.id.replace(/[^\w.-]/g, '-')}.eml`)
      // A call, which takes a tenth of a promise for it.
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.part`, built.message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      const code = message.code === undefined ? '' : ` · code ${headerText(message.code)}`
      printLine(`mail to ${headerText(message.to)} · ${headerText(message.subject)}${code} · ${file}`)
      return { id: message.id }
    },
    close: async () => {},
  }
}
