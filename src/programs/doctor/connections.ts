import { type Config, captureFault, plainFault } from '../../server/config.ts'
import { SheetFault } from '../../server/sheets/port.ts'
import { scriptSheet } from '../../server/sheets/script.ts'
import { second } from '../../shared/dates.ts'
import { broken, type Finding, ok, warning } from './finding.ts'
import { checkMail } from './mail.ts'

/** Whether PUBLIC_URL is an address for visitors at which Kolam responds. */
export async function checkAddress(publicUrl: string): Promise<Finding> {
  const name = 'PUBLIC_URL'
  const { hostname } = new URL(publicUrl)
  const local = /^(localhost|127\..*|\[::1\])$/.test(hostname)
  const answer = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(5 * second) }).then(
    async (response) =>
      (await response.text()).includes('"success":true') ? undefined : `another program responds (status ${response.status})`,
    (error: Error) =>
      `nothing responds (${error.cause instanceof Error ? (error.cause as NodeJS.ErrnoException).code : error.name})`,
  )
  if (answer !== undefined)
    return warning(name, `At ${publicUrl}, ${answer}. Check that the server runs, and where DNS and the proxy lead.`)
  if (local) return warning(name, `${publicUrl} responds, but only on this machine. Set it to the address that visitors use.`)
  const plain = plainFault({ PUBLIC_URL: publicUrl })
  return plain === undefined ? ok(name, `${publicUrl} responds.`) : warning(name, plain)
}

/** Whether the mail provider responds. No mail is sent. */
export async function checkMailProvider(config: Config): Promise<Finding> {
  const fault = captureFault(config)
  if (fault !== undefined) return broken('Mail', fault)
  const { SMTP_URL, RESEND_API_KEY, RESEND_URL } = config
  const state = await checkMail({ smtpUrl: SMTP_URL, resendKey: RESEND_API_KEY, resendUrl: RESEND_URL })
  if (state.kind === 'captured')
    return warning('Mail', 'Nothing is sent: messages are written to DATA_DIR/mail. Set SMTP_URL or RESEND_API_KEY.')
  return state.kind === 'answers' ? ok('Mail', state.message) : broken('Mail', state.message)
}

/** Whether the spreadsheet's script responds. */
export async function checkSpreadsheet({ SHEET_URL, PUBLIC_URL }: Config): Promise<Finding> {
  if (SHEET_URL === undefined) return ok('Spreadsheet', 'SHEET_URL is not set.')
  try {
    // No row has this address.
    await scriptSheet({ url: SHEET_URL, siteUrl: PUBLIC_URL, timeoutMs: 20_000 }).read({ email: 'nobody@doctor.invalid' })
    return ok('Spreadsheet', 'The script responds.')
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error
    return broken('Spreadsheet', `${error.reason}. Check SHEET_URL and how the script is deployed.`)
  }
}
