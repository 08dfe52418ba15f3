import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { warnings } from '../../../content/cohorts.ts'
import { cohorts, site } from '../../../content/content.ts'
import { type Config, ConfigFault, environmentFile, processEnvironment, readConfig } from '../../config.ts'
import { checkMail } from '../../mail/check.ts'
import { SheetFault } from '../../sheets/port.ts'
import { scriptSheet } from '../../sheets/script.ts'
import { openReadOnly } from '../../storage/read-only.ts'
import { checkAddress } from './address.ts'
import { checkDatabase } from './database.ts'
import { broken, type Finding, findingLine, ok, warning } from './finding.ts'
import { checkBackup, checkFolder } from './folder.ts'
import { checkNames } from './names.ts'
import { checkPlaceholders } from './placeholders.ts'

const now = (): Date => new Date()

/** The settings, or what is wrong with each that cannot be used. */
function settings(): Config | readonly Finding[] {
  try {
    return readConfig(processEnvironment())
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error
    return error.message.split('\n').map((line) => broken('Settings', `${line}.`))
  }
}

async function mail({ SMTP_URL, RESEND_API_KEY, RESEND_URL }: Config): Promise<Finding> {
  const state = await checkMail({ smtpUrl: SMTP_URL, resendKey: RESEND_API_KEY, resendUrl: RESEND_URL })
  if (state.kind === 'captured')
    return warning('Mail', 'Nothing is sent: messages are kept in DATA_DIR/mail. Set SMTP_URL or RESEND_API_KEY.')
  return state.kind === 'answers' ? ok('Mail', state.message) : broken('Mail', state.message)
}

async function spreadsheet({ SHEET_URL, PUBLIC_URL }: Config): Promise<Finding> {
  if (SHEET_URL === undefined) return ok('Spreadsheet', 'None is set.')
  try {
    // nobody's address: the script answers, and with no row
    await scriptSheet({ url: SHEET_URL, siteUrl: PUBLIC_URL, timeoutMs: 20_000 }).read({ email: 'nobody@doctor.invalid' })
    return ok('Spreadsheet', 'The script answers.')
  } catch (error) {
    if (!(error instanceof SheetFault)) throw error
    return broken('Spreadsheet', `${error.reason}. Look at SHEET_URL and at how the script is deployed.`)
  }
}

/** A clock that stands before this program was built is wrong. */
function clock(): Finding {
  const built = statSync(fileURLToPath(import.meta.url)).mtime
  const shown = `${now().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return now() < built
    ? broken('Clock', `It says ${shown}, which is before this program was built. Let it be set by NTP.`)
    : ok('Clock', `It says ${shown}.`)
}

function deadlines(): readonly Finding[] {
  const passed = warnings(cohorts, now())
  return passed.length === 0 ? [ok('Cohorts', 'No deadline has passed.')] : passed.map((says) => warning('Cohorts', `${says}.`))
}

/** `npm run doctor`: looks at an installation, changes nothing, and says in a line each what is well and what is not. */
async function main(): Promise<void> {
  const config = settings()
  const findings =
    'map' in config
      ? config
      : [
          ok('Settings', 'All can be used.'),
          ...checkNames(Object.keys(processEnvironment()), Object.keys(environmentFile())),
          ...checkPlaceholders(config, { email: site.email, phone: site.phone.display }),
          ...(
            await Promise.all([
              checkFolder(config.DATA_DIR),
              checkDatabase(
                () => openReadOnly(config.DATA_DIR, config.DATABASE_URL),
                config.DATABASE_URL === undefined ? 'SQLite' : 'PostgreSQL',
                now,
              ),
              mail(config),
              spreadsheet(config),
              checkAddress(config.PUBLIC_URL),
              clock(),
              deadlines(),
              checkBackup(config.DATA_DIR, config.DATABASE_URL !== undefined, now()),
            ])
          ).flat(),
        ]
  for (const finding of findings) console.log(findingLine(finding))
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length
  console.log(`\n${count('ok')} ok, ${count('look')} to look at, ${count('broken')} broken`)
  process.exit(count('broken') > 0 ? 1 : 0)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
