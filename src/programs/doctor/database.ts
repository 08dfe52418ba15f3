import { programCommand } from '../../server/config.ts'
import type { Measures } from '../../server/metrics/store.ts'
import { differenceNames, type findDifferences } from '../../server/sheets/differences.ts'
import type { ReadOnlyDatabase } from '../../server/storage/read-only.ts'
import { minute } from '../../shared/dates.ts'
import { reference } from '../../shared/ids.ts'
import { daysAhead } from '../start/clock-guard.ts'
import { countText, durationText } from '../terminal.ts'
import { broken, type Finding, ok, warning } from './finding.ts'

/** Whether the database exists and has this program's schema. */
function checkSchema({ missing, unknown }: ReadOnlyDatabase['schema'], applications: number, kind: string): Finding {
  const name = 'Database'
  if (unknown.length > 0)
    return broken(name, `${kind} was upgraded by a newer version of this program (with ${unknown.join(', ')}). Run that version.`)
  if (missing.length > 0)
    return warning(
      name,
      `${kind} lacks ${countText(missing.length, 'migration')}: ${missing.join(', ')}; the next start applies ${missing.length === 1 ? 'it' : 'them'}, and older programs then refuse the database.`,
    )
  return ok(name, `${kind} responds, is up to date, and has ${countText(applications, 'application')}.`)
}

/** Whether outbox entries are late or parked. */
export function checkMessages(outbox: Measures['outbox'], now: Date): Finding {
  const name = 'Messages'
  const sum = (isParked: boolean): number =>
    outbox.filter(({ state }) => (state === 'parked') === isParked).reduce((total, { count }) => total + count, 0)
  const parked = sum(true)
  const waiting = sum(false)
  if (parked > 0)
    return warning(name, `${countText(parked, 'message')} could not be sent. The desk shows why, and can send them again.`)
  const oldest = Math.min(...outbox.map((lane) => lane.oldest.getTime()))
  const late = now.getTime() - oldest
  if (waiting > 0 && late > 15 * minute)
    return warning(
      name,
      `${waiting} waiting, the oldest for ${durationText(late)}. See the lines on mail and the spreadsheet, and check that the server runs.`,
    )
  return ok(name, waiting === 0 ? 'None are waiting.' : `${waiting} waiting, none for long.`)
}

/** The limit of differences in a line. */
const maxListed = 5

type Comparison = Awaited<ReturnType<typeof findDifferences>>

/** Whether the database, the outbox and the spreadsheet have the same applications. */
export function checkApplications({ differences, isOlder }: Comparison): Finding {
  const name = 'Applications'
  if (differences.length > 0) {
    const named = differences.slice(0, maxListed).map(({ kind, id }) => `${reference(id)} ${differenceNames[kind]}`)
    const message = `${countText(differences.length, 'difference')}: ${named.join('; ')}${differences.length > named.length ? ' …' : ''}. See docs/operations-reference.md.`
    return (differences.some(({ kind }) => kind === 'lost') ? broken : warning)(name, message)
  }
  if (isOlder)
    return warning(
      name,
      'The spreadsheet has an older version of the script, which cannot list its rows. Install the new version.',
    )
  return ok(name, 'None is missing.')
}

/** A clock that may be wrong. */
const checkAhead = (days: number): readonly Finding[] =>
  days === 0
    ? []
    : [
        warning(
          'Clock',
          `It is ${days} days ahead of the last time at which a server ran on this database. If it is wrong, correct it before a start: after 12 hours the server deletes what is due by its age.`,
        ),
      ]

/** What the next start will do to the database, for an update. */
export async function upgradeText(
  open: () => Promise<ReadOnlyDatabase | undefined>,
  kind: string,
  size: string,
): Promise<string> {
  const database = await open()
  try {
    if (database === undefined) return 'The first start creates the database.'
    const { missing, unknown } = database.schema
    return missing.length + unknown.length === 0
      ? `The database (${kind}${size}) needs no migration.`
      : `${checkSchema(database.schema, 0, `The database (${kind}${size})`).message}`
  } finally {
    await database?.close()
  }
}

/** The findings about the database. `open` opens it read-only and returns undefined when there is none yet. `compare` finds differences. */
export async function checkDatabase(
  open: () => Promise<ReadOnlyDatabase | undefined>,
  kind: string,
  now: () => Date,
  compare: (witnesses: ReadOnlyDatabase['witnesses']) => Promise<Comparison>,
  checkKey: (unmatchedRows: number) => readonly Finding[],
): Promise<readonly Finding[]> {
  let database: ReadOnlyDatabase | undefined
  try {
    database = await open()
    if (database === undefined) return [warning('Database', 'It does not exist yet; the first start creates it.')]
    if (database.moved !== undefined) return [broken('Database', database.moved)]
    if (database.schema.missing.length > 0 || database.schema.unknown.length > 0) return [checkSchema(database.schema, 0, kind)]
    const damage = await database.damage()
    if (damage !== undefined)
      return [
        broken(
          'Database',
          `${kind} is damaged (${damage}). Stop the server and restore the newest backup: ${programCommand('restore', 'FILE')}.`,
        ),
      ]
    const { applications, outbox } = await database.measures()
    const total = applications.reduce((sum, { count }) => sum + count, 0)
    const findings = [
      checkSchema(database.schema, total, kind),
      checkMessages(outbox, now()),
      checkApplications(await compare(database.witnesses)),
      ...checkKey(await database.unmatchedRows()),
      ...checkAhead(daysAhead(now(), await database.latestTime())),
    ]
    const clock = await database.now()
    const off = clock === undefined ? 0 : Math.round((now().getTime() - clock.getTime()) / 1000)
    return Math.abs(off) < 3
      ? findings
      : [
          ...findings,
          warning(
            'Clock',
            `It is ${Math.abs(off)} seconds ${off > 0 ? 'ahead of' : 'behind'} the database's. Synchronize both with NTP.`,
          ),
        ]
  } catch (error) {
    return [broken('Database', error instanceof Error ? error.message : String(error))]
  } finally {
    await database?.close()
  }
}
