import { captureMailer } from './capture.ts'
import type { From } from './headers.ts'
import type { Mailer } from './port.ts'
import { resendMailer } from './resend.ts'

/** The settings of mail. */
export interface MailOptions {
  readonly smtpUrl: string | undefined
  readonly resendKey: string | undefined
  readonly resendUrl: string
  readonly from: From
  /** The folder for messages when there is no provider. */
  readonly captureFolder: string
  readonly printLine: (line: string) => void
  readonly now: () => Date
}

/** The mailer for the settings: SMTP, else Resend, else one that writes to a folder. */
export async function openMailer(options: MailOptions): Promise<Mailer> {
  const { smtpUrl, resendKey, resendUrl, from, captureFolder, printLine, now } = options
  // Loaded on demand, with its mail library.
  if (smtpUrl !== undefined) return (await import('./smtp.ts')).smtpMailer({ url: smtpUrl, from, now })
  if (resendKey !== undefined) return resendMailer({ key: resendKey, url: resendUrl, from })
  return captureMailer({ folder: captureFolder, from, now, printLine })
}
