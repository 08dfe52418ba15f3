import { statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cohortWarnings } from '../../content/cohorts.ts'
import * as builtCore from '../../content/core.ts'
import { builtFiles, type Files, mergeFiles } from '../../content/files.ts'
import { freshnessWarnings } from '../../content/freshness.ts'
import { postDays } from '../../content/post-days.ts'
import { holidayWarnings } from '../../content/promises.ts'
import { type Core, coreOf } from '../../content/read-core.ts'
import { type Config, ConfigFault, environmentFile, misreadLines, processEnvironment, readConfig } from '../../server/config.ts'
import { unaccepted } from '../../server/editing/accepted.ts'
import type { Unaccepted } from '../../server/pages/site.ts'
import { findDifferences } from '../../server/sheets/differences.ts'
import { scriptSheet } from '../../server/sheets/script.ts'
import { openReadOnly } from '../../server/storage/read-only.ts'
import { replacedDatabases } from '../../server/storage/replaced.ts'
import { second, setZone, utcMinute } from '../../shared/dates.ts'
import { readBackupState } from '../copies/state.ts'
import { countText } from '../terminal.ts'
import { checkAddress, checkMailProvider, checkSpreadsheet } from './connections.ts'
import { checkDatabase, upgradeText } from './database.ts'
import { broken, type Finding, findingLine, ok, warning } from './finding.ts'
import { checkBackups, checkFolder, checkReplaced } from './folder.ts'
import { checkSender } from './sender.ts'
import { checkAccepted, checkNames, checkPlaceholders, checkServerKey } from './settings.ts'

const now = (): Date => new Date()

/** The settings, or a finding for each invalid one. */
function settings(): Config | readonly Finding[] {
  try {
    return readConfig(processEnvironment())
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error
    return error.message.split('\n').map((line) => broken('Settings', `${line}.`))
  }
}

/** Whether the clock is later than the build of this program. */
function clock(): Finding {
  const built = statSync(fileURLToPath(import.meta.url)).mtime
  const shown = utcMinute(now())
  return now() < built
    ? broken('Clock', `It shows ${shown}, which is before this program was built. Synchronize it with NTP.`)
    : ok('Clock', `It shows ${shown}.`)
}

/** The spreadsheet of an installation, and its role. */
const spreadsheetOf = ({ SHEET_URL, SHEET_ROLE, PUBLIC_URL }: Config) =>
  SHEET_URL === undefined
    ? ({ sheet: undefined, role: 'none' } as const)
    : { sheet: scriptSheet({ url: SHEET_URL, siteUrl: PUBLIC_URL, timeoutMs: 20 * second }), role: SHEET_ROLE }

type LiveCore = Pick<Core, 'site' | 'cohorts' | 'promises' | 'privacyPerson' | 'placeholders' | 'facts'> & {
  readonly postDays: readonly string[]
  readonly refused?: Unaccepted['refused']
}

/** @param edited the files that are published over those of the build */
function liveCoreOf(edited: Files): LiveCore {
  const { shown, refused } = unaccepted(edited)
  const files = mergeFiles(builtFiles, { ...edited, ...shown })
  return { ...coreOf(files), postDays: postDays(files), refused }
}

/** The content that is published; that of the build where the database cannot be read, which is another finding. */
async function liveCore({ DATA_DIR, DATABASE_URL, SERVER_KEY }: Config): Promise<LiveCore> {
  const database = await openReadOnly(DATA_DIR, DATABASE_URL, SERVER_KEY).catch(() => undefined)
  try {
    const files = (await database?.published())?.files
    return files === undefined || Object.keys(files).length === 0 ? builtCore : liveCoreOf(files)
  } catch {
    return builtCore
  } finally {
    await database?.close()
  }
}

function dates({ site, cohorts, promises, postDays: days, facts }: LiveCore): readonly Finding[] {
  setZone(site.zone)
  const passed = cohortWarnings(cohorts, now())
  return [
    ...(passed.length === 0 ? [ok('Cohorts', 'No deadline has passed.')] : passed.map((text) => warning('Cohorts', `${text}.`))),
    ...holidayWarnings(promises, now()).map((text) => warning('Holidays', `${text}.`)),
    ...freshnessWarnings({ cohorts, postDays: days, asOf: facts.asOf }, now()).map((text) => warning('Content', `${text}.`)),
  ]
}

/** The size of the embedded database for a sentence. */
function sizeText({ DATA_DIR, DATABASE_URL }: Config): string {
  const status = statSync(path.join(DATA_DIR, 'kolam.sqlite'), { throwIfNoEntry: false })
  return DATABASE_URL !== undefined || status === undefined ? '' : `, ${Math.ceil(status.size / 2 ** 20)} MB`
}

/** `npm run doctor -- --upgrade`: prints what the next start will do to the database. The script of an update shows it before the start. */
async function printUpgrade(config: Config): Promise<void> {
  const { DATA_DIR, DATABASE_URL, SERVER_KEY } = config
  const kind = DATABASE_URL === undefined ? 'SQLite' : 'PostgreSQL'
  console.log(await upgradeText(() => openReadOnly(DATA_DIR, DATABASE_URL, SERVER_KEY), kind, sizeText(config)))
}

/** `npm run doctor`: checks an installation, changes nothing, and prints a line for each result. */
async function main(): Promise<void> {
  const config = settings()
  if (process.argv[2] === '--upgrade' && !('map' in config)) return printUpgrade(config)
  const live: LiveCore = 'map' in config ? builtCore : await liveCore(config)
  const findings =
    'map' in config
      ? config
      : [
          ok('Settings', 'All settings are valid.'),
          ...checkNames(Object.keys(processEnvironment()), Object.keys(environmentFile()), misreadLines()),
          ...checkPlaceholders(config, live),
          ...checkAccepted(config, live.refused ?? []),
          ...(
            await Promise.all([
              checkFolder(config.DATA_DIR),
              checkDatabase(
                () => openReadOnly(config.DATA_DIR, config.DATABASE_URL, config.SERVER_KEY),
                config.DATABASE_URL === undefined ? 'SQLite' : 'PostgreSQL',
                now,
                (witnesses) => findDifferences({ witnesses, ...spreadsheetOf(config), now }),
                (unmatched) => checkServerKey(config, unmatched),
              ),
              checkMailProvider(config),
              checkSender(config, live.site.email),
              checkSpreadsheet(config),
              checkAddress(config.PUBLIC_URL),
              clock(),
              dates(live),
              checkBackups(readBackupState(config.DATA_DIR), now()),
              replacedDatabases({ dataDir: config.DATA_DIR, databaseUrl: config.DATABASE_URL }).then(checkReplaced, () => []),
            ])
          ).flat(),
        ]
  for (const finding of findings) console.log(findingLine(finding))
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length
  console.log(`\n${count('ok')} ok, ${countText(count('warning'), 'warning')}, ${count('broken')} broken`)
  process.exit(count('broken') > 0 ? 1 : 0)
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
