import { escapeMarkup } from '../../shared/escape.ts'
import { translate } from '../../shared/translate.ts'
import type { Config } from '../config.ts'

/** The placeholder in the built privacy page for the companies that process data. */
export const processorsPlaceholder = '{processors}'

const isOurs = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host)

function mailSentence({ SMTP_URL, RESEND_API_KEY }: Config): string {
  if (SMTP_URL !== undefined) {
    const { hostname } = new URL(SMTP_URL)
    return isOurs(hostname) ? translate`Our own server sends our mail.` : translate`Our mail is sent by ${hostname}.`
  }
  return RESEND_API_KEY === undefined
    ? translate`No mail leaves this server.`
    : translate`Our mail is sent by Resend (resend.com).`
}

function sheetSentence({ SHEET_URL }: Config): string {
  if (SHEET_URL === undefined) return translate`No other company stores what you send.`
  const { hostname } = new URL(SHEET_URL)
  if (isOurs(hostname)) return translate`A copy of each submission is in a spreadsheet on our own server.`
  return hostname === 'script.google.com'
    ? translate`A copy of each submission is in a spreadsheet at Google (script.google.com).`
    : translate`A copy of each submission is in a spreadsheet at ${hostname}.`
}

/** The companies that receive personal data according to the settings, as markup: who sends the mail, and where a copy of each submission is. */
export const processorsText = (config: Config): string => escapeMarkup(`${mailSentence(config)} ${sheetSentence(config)}`)
