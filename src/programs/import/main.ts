import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { promises } from '../../content/core.ts'
import type { Forms } from '../../forms/form.ts'
import { ConfigFault, processEnvironment, readConfig } from '../../server/config.ts'
import { openFormVersions } from '../../server/forms/open-versions.ts'
import type { FormVersions } from '../../server/forms/versions.ts'
import { loadForms } from '../../server/pages/content.ts'
import { personHashes } from '../../server/records/persons/hashes.ts'
import { openReadOnly } from '../../server/storage/read-only.ts'
import { openBeside } from '../open-beside.ts'
import { setPublishedZone } from '../published-zone.ts'
import { runProgram, showProgress } from '../terminal.ts'
import { type Destination, importTabs } from './import.ts'
import { type Options, readOptions } from './options.ts'
import { reportFile, reportLines } from './report.ts'
import { readTabs, UnreadableFile } from './tabs.ts'

/** SQLite has one writer, so the import pauses after each batch for as long as the batch took, but at least this long. */
const minPauseMs = 15

/** Rows per batch: on SQLite they are committed together. On PostgreSQL each row needs a connection. */
const batchSize = 64

/** The target of an import, with its form versions. */
interface Target extends Destination {
  readonly formVersions: FormVersions
  /** The number of rows that it takes at a time. */
  readonly batchSize: number
  close(): Promise<void>
}

/** The target of a dry run. It stores nothing, but detects applications that are stored, or were earlier in the file. */
async function openDry(dataDir: string, databaseUrl: string | undefined, forms: Forms): Promise<Target> {
  const database = await openReadOnly(dataDir, databaseUrl)
  if (database !== undefined && database.schema.missing.length + database.schema.unknown.length > 0) {
    await database.close()
    throw new ConfigFault('The database has another version. Start the server once to upgrade it.')
  }
  const seen = new Map<string, Parameters<Destination['import']>[0]['change']['application']>()
  const byId = async (id: string) => seen.get(id) ?? (await database?.byId(id))
  if (database !== undefined) await setPublishedZone(database)
  const stored = (await database?.formSnapshots()) ?? []
  return {
    formVersions: await openFormVersions({ all: async () => stored, add: async () => {} }, forms, new Date()),
    byId,
    async import({ change: { application } }) {
      // Checked again after the wait: two equal rows may be checked concurrently.
      if ((await byId(application.id)) !== undefined || seen.has(application.id)) return 'already_there'
      seen.set(application.id, application)
      return 'imported'
    },
    batchSize,
    close: async () => database?.close(),
  }
}

/** Empties the report before the file is read: an earlier report is not of this run, and a second import finds the rows stored. @throws ConfigFault when it cannot be written */
function beginReport(file: string): void {
  try {
    writeFileSync(file, '')
  } catch (error) {
    throw new ConfigFault(`--report: ${file} cannot be written (${(error as NodeJS.ErrnoException).code}). Nothing was imported.`)
  }
}

/** `npm run import -- FILE`: imports applications from a spreadsheet, whether or not a server is running. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options.report !== undefined) beginReport(options.report)
  try {
    await importFile(options)
  } catch (error) {
    if (options.report !== undefined) rmSync(options.report, { force: true })
    throw error instanceof UnreadableFile ? new ConfigFault(`${options.file} cannot be read: ${error.message}.`) : error
  }
}

async function importFile(options: Options): Promise<void> {
  const config = readConfig(processEnvironment())
  if (options.mirror && config.SHEET_URL === undefined)
    throw new ConfigFault('--mirror needs SHEET_URL, the script to send rows to')
  if (!existsSync(options.file)) throw new ConfigFault(`No file was found at ${options.file}`)
  const { tabs, hiddenSheets } = await readTabs(options.file, readFileSync(options.file))
  if (tabs.length === 0) throw new ConfigFault(`${options.file} has no rows`)
  const forms = loadForms()
  const open = async (): Promise<Target> => {
    if (options.dryRun) return openDry(config.DATA_DIR, config.DATABASE_URL, forms)
    const { applications, edits, formSnapshots, settings, close } = await openBeside(config, {
      serverKey: config.SERVER_KEY,
      poolSize: config.DATABASE_POOL,
      forms,
    })
    await setPublishedZone(edits)
    const formVersions = await openFormVersions(formSnapshots, forms, new Date())
    const { ofOne } = personHashes(settings)
    return {
      import: async (imported) => applications.import({ ...imported, personHashes: await ofOne(imported.change.application) }),
      byId: applications.byId,
      formVersions,
      batchSize: config.DATABASE_URL === undefined ? batchSize : config.DATABASE_POOL,
      close,
    }
  }
  const to = await open()
  try {
    const show = showProgress((text) => process.stdout.write(text), process.stdout.isTTY)
    const pauses = !options.dryRun && config.DATABASE_URL === undefined
    const imported = await importTabs({
      ...options,
      tabs,
      forms,
      versions: to.formVersions.all,
      promises,
      to,
      batchSize: to.batchSize,
      yieldToServer: async (tookMs) => {
        if (pauses) await pause(Math.max(minPauseMs, tookMs))
      },
      onProgress: (done, total) => show({ step: options.dryRun ? 'checking' : 'importing', done, total }),
    })
    if (hiddenSheets.length > 0) console.log(`Hidden sheets were left out: ${hiddenSheets.join(', ')}.`)
    for (const line of reportLines(imported, options.dryRun)) console.log(line)
    if (options.report !== undefined) {
      writeFileSync(options.report, reportFile(imported))
      console.log(`The report is in ${options.report}.`)
    }
    if (config.SHEET_ROLE === 'primary' && !options.dryRun)
      console.log('The desk reads the spreadsheet (SHEET_ROLE=primary); what was imported shows once SHEET_ROLE is mirror.')
    if (imported.refused > 0) process.exitCode = 1
  } finally {
    await to.close()
  }
}

runProgram(main)
