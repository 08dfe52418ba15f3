import { captureMailer } from './capture.ts'
import type { Mailer } from './port.ts'
import { resendMailer } from './resend.ts'
import { smtpMailer } from './smtp.ts'

export interface MailOptions {
  readonly smtpUrl: string | undefined
  readonly resendKey: string | undefined
  readonly resendUrl: string
  readonly from: string
  /** The folder for messages when there is no provider. */
  readonly captureFolder: string
  readonly printLine: (line: string) => void
  readonly now: () => Date
}

/** The mailer that the settings ask for: SMTP, else Resend, else captured in a folder. */
export function openMailer({ smtpUrl, resendKey, resendUrl, from, captureFolder, printLine, now }: MailOptions): Mailer {
  if (smtpUrl !== undefined) return smtpMailer({ url: smtpUrl, from, now })
  if (resendKey !== undefined) return resendMailer({ key: resendKey, url: resendUrl, from })
  return captureMailer({ folder: captureFolder, from, now, printLine })
}
