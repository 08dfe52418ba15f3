import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { ConfigFault, processEnvironment, programCommand, readConfig } from '../../server/config.ts'
import { replacedDays } from '../../server/storage/replaced.ts'
import { utcMinute } from '../../shared/dates.ts'
import { reference } from '../../shared/ids.ts'
import { type Overview, type RestorePlan, restoreBackup } from '../copies/restore.ts'
import { unmatchedText } from '../doctor/settings.ts'
import { countText, runProgram } from '../terminal.ts'
import { actAsOwner } from './files.ts'

const usage = `Usage: ${programCommand('restore', 'FILE [--yes]')}`

/** The limit of listed references of lost applications. */
const maxListed = 20

/** The backup, and whether `--yes` was given. @throws ConfigFault for other arguments */
function readArguments(): { readonly file: string; readonly isConfirmed: boolean } {
  try {
    const { values, positionals } = parseArgs({ options: { yes: { type: 'boolean' } }, allowPositionals: true })
    const [file, ...extra] = positionals
    if (file !== undefined && extra.length === 0) return { file, isConfirmed: values.yes === true }
  } catch {
    // An unknown option.
  }
  throw new ConfigFault(usage)
}

const overviewText = ({ count: n, newest }: Overview): string =>
  `${countText(n, 'application')}${newest === undefined ? '' : `, the newest of ${utcMinute(newest)}`}`

/** The plan of a restore, as lines for the terminal. */
function planLines({
  hasChecksum,
  move,
  backup,
  present,
  fault,
  lost,
  changed,
  ended,
  erased,
  stopped,
}: RestorePlan): readonly string[] {
  const references = lost.slice(0, maxListed).map(reference).join(', ')
  return [
    ...(hasChecksum ? [] : ['The backup has no checksum next to it: only its structure was checked.']),
    ...(move?.at === undefined
      ? []
      : [`The backup is of data that was moved to ${move.to} on ${utcMinute(move.at)}. It lacks everything that changed there.`]),
    present === undefined
      ? `Current:  ${fault === undefined ? 'no database' : `cannot be read (${fault}); what would be lost is unknown`}`
      : `Current:  ${overviewText(present)}`,
    `Backup:   ${overviewText(backup)}`,
    ...(present === undefined
      ? []
      : [
          lost.length === 0
            ? 'No application would be lost.'
            : `${countText(lost.length, 'application')} would be lost: ${references}${lost.length > maxListed ? ' …' : ''}`,
          ...(changed === 0
            ? []
            : [`${countText(changed, 'application')} would lose changes: decisions, notes, scores, meetings or answers.`]),
          ...(ended === 0
            ? []
            : [`${countText(ended, 'application')} would be in review again, although ended by the applicant since.`]),
        ]),
    ...(erased === 0 ? [] : [`${countText(erased, 'application')} deleted since the backup will stay deleted.`]),
    ...(stopped === 0
      ? []
      : [`The letters about ${countText(stopped, 'application')}, stopped since the backup, will stay stopped.`]),
  ]
}

/** Asks for confirmation on the terminal. @throws ConfigFault when there is no terminal */
async function confirmOnTerminal(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new ConfigFault('Nothing was changed. No terminal to confirm on: add --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^y(es)?$/i.test(
      (await terminal.question('Restore this backup? The current database is moved aside, not deleted. [y/N] ')).trim(),
    )
  } finally {
    terminal.close()
  }
}

/** `npm run restore -- FILE`: shows what would be lost, asks, and replaces the present database, which is moved aside, by a backup. */
async function main(): Promise<void> {
  const { file, isConfirmed } = readArguments()
  const { DATA_DIR, DATABASE_URL, SERVER_KEY } = readConfig(processEnvironment())
  actAsOwner(DATA_DIR)
  const restored = await restoreBackup(
    { dataDir: DATA_DIR, databaseUrl: DATABASE_URL, serverKey: SERVER_KEY },
    file,
    new Date(),
    async (plan) => {
      console.log(planLines(plan).join('\n'))
      return isConfirmed || confirmOnTerminal()
    },
  )
  if (restored === undefined) return console.log('Nothing was changed.')
  const { aside, hasOldAccess, heldLetters, unmatched } = restored
  console.log(`Restored: ${countText(restored.count, 'application')}.`)
  if (aside !== undefined)
    console.log(
      `The previous database is in ${DATABASE_URL === undefined ? '' : 'the schema '}${aside}. It contains personal data: the server deletes it after ${replacedDays} days.`,
    )
  if (hasOldAccess)
    console.log(
      'Passkeys, trusted browsers, sessions and tokens are those of the backup: at the desk, under Sign-in and Scripts, remove the ones that have ended since.',
    )
  if (unmatched > 0) console.log(unmatchedText(unmatched))
  if (heldLetters > 0)
    console.log(
      heldLetters === 1
        ? '1 letter may have been sent before the restore, and is not sent again automatically: the desk lists it.'
        : `${countText(heldLetters, 'letter')} may have been sent before the restore, and are not sent again automatically: the desk lists them.`,
    )
}

runProgram(main)
