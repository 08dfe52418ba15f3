import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AccountsResponse } from '../../src/api/accounts.ts'
import type { Difference, DifferenceKind } from '../../src/applications/accounts.ts'
import { ownFaults } from '../../src/applications/outbox.ts'
import type { BackupState } from '../../src/server/backup-state.ts'
import { scriptSheet } from '../../src/server/sheets/script.ts'
import { hour, minute, second } from '../../src/shared/dates.ts'
import type { FormType } from '../../src/shared/form-types.ts'
import { newId, reference } from '../../src/shared/ids.ts'
import { type App, openApp, startOfTest } from '../support/app.ts'
import { adminOf, applicantOf } from '../support/applicant.ts'
import { googleScript, type ScriptAnswer, type ScriptCall, startScript } from '../support/sheet-script.ts'
import { submission } from '../support/submissions.ts'

let google: ReturnType<typeof googleScript>
/** Replaces the answer of the script. */
let instead: ((call: ScriptCall) => ScriptAnswer | Promise<ScriptAnswer> | undefined) | undefined
let script: Awaited<ReturnType<typeof startScript>>
let app: App
let desk: Awaited<ReturnType<typeof adminOf>>
let backups: BackupState = {}

beforeEach(async () => {
  google = googleScript()
  google.script.setup()
  script = await startScript(
    (call) =>
      instead?.(call) ?? {
        body: JSON.stringify(call.method === 'GET' ? google.get(call.query) : google.post(call.body, call.query)),
      },
  )
  app = await openApp({
    sheet: scriptSheet({ url: `${script.url}?key=${google.key()}`, siteUrl: 'https://kolam.example', timeoutMs: 2000 }),
    settings: { SHEET_URL: script.url, DECISION_HOLD_S: '10', METRICS_TOKEN: 'a-token-of-24-characters' },
    backups: () => backups,
  })
  desk = await adminOf(app)
})
afterEach(async () => {
  instead = undefined
  await app.remove()
  await script.close()
})

let made = 0
/** Submits an application from a new applicant, and sends its outbox entries. */
async function applied(type: FormType = 'Contact', values: Readonly<Record<string, unknown>> = {}) {
  made += 1
  const applicant = await applicantOf(app, `person${made}@example.in`, type, values)
  await app.runOutbox()
  return applicant
}
/** Checks one second later, because a check ignores entries that are sent while it runs. */
async function check(): Promise<NonNullable<AccountsResponse['account']>> {
  app.clock.ms += second
  return (await desk('/api/accounts/check', 'POST')).body.account
}
/** The differences by kind, sorted by name, because ids of the same millisecond have no order. */
const sorted = (all: readonly Difference[] = []): Difference[] =>
  all.toSorted((a, b) => a.kind.localeCompare(b.kind) || a.id.localeCompare(b.id))
const differences = async () => sorted((await check()).differences)
const shown = async (): Promise<AccountsResponse> => (await desk('/api/accounts')).body
const difference = (kind: DifferenceKind, { id }: { readonly id: string }) => ({ kind, id })
/** Removes a row of the contact sheet, like a person by hand. */
const removeRow = ({ id }: { readonly id: string }): void =>
  google.sheet('Contact')?.deleteRow(google.rows('Contact').findIndex((row) => row.id === id) + 2)
/** Advances past the hold of deletions and the second removal of a row. */
async function passHold(): Promise<void> {
  app.clock.ms += 11 * minute
  await app.chore('purge')
  await app.runOutbox()
}
async function remove({ id }: { readonly id: string }): Promise<void> {
  expect((await desk(`/api/applications/${id}`, 'DELETE')).status).toBe(200)
  await passHold()
}
async function rebuild(): Promise<void> {
  const response = await app.request('/api/spreadsheet/rebuild', { method: 'POST', headers: { cookie: await app.signIn() } })
  expect((await response.text()).trim().split('\n').at(-1)).toContain('"success":true')
}

it('agrees on what was deleted, quarantined, withdrawn, stopped, held or imported', async () => {
  expect(await shown()).toMatchObject({ account: null })
  const [deleted, purged, withdrawn, stopped] = [
    await applied(),
    await applied(),
    await applied('Accelerator'),
    await applied('Accelerator'),
  ]
  const why = ownFaults.stopped.replaceAll("'", "''")
  await app.runSql(
    `update outbox set state = 'parked', last_fault = '${why}' where application_id = '${stopped.id}' and topic = 'mail.letter'`,
  )
  await applied('Contact', { knot: 'a trap' })
  const { change, duplicate } = submission({ submittedAt: startOfTest, outbox: [] })
  await app.storage.applications.import({ change: { ...change, entry: { ...change.entry, by: 'import' } }, duplicate })
  await withdrawn.post('/my/withdraw', { of: withdrawn.id, reason: '' })
  await remove(purged)
  // An address gets one confirmation now; the others wait.
  for (const _ of [1, 2, 3]) await applicantOf(app, 'crowd@example.in', 'Accelerator')
  await app.runOutbox()
  await desk(`/api/applications/${deleted.id}`, 'DELETE')

  const { days, earlier, kinds, spreadsheet } = await check()
  expect(Object.values(kinds).every((count) => count === 0)).toBe(true)
  expect([earlier, spreadsheet]).toEqual([null, { kind: 'read', rows: 6, foreign: 0 }])
  expect(days).toEqual([
    {
      day: '2026-01-05',
      acknowledged: 9,
      imported: 1,
      stored: 8,
      quarantined: 1,
      deleted: 1,
      explained: 0,
      lettersDue: 5,
      mailed: 2,
      lettersWaiting: 2,
      lettersStopped: 1,
      lettersCancelled: 0,
      rowsDue: 6,
      mirrored: 6,
      rowsWaiting: 0,
      rowsNotDue: 2,
      differences: 0,
    },
  ])
  await passHold()
  expect((await check()).days[0]).toMatchObject({ acknowledged: 9, stored: 7, deleted: 2, differences: 0 })
})

it('turns red within a minute when a row is removed by hand, in sheet or database', async () => {
  const [inSheet, inDatabase, same] = [await applied(), await applied(), await applied()]
  await app.chore('accounts')
  expect((await shown()).account?.differences).toEqual([])
  removeRow(inSheet)
  await app.runSql(`delete from applications where id = '${inDatabase.id}'`)
  app.clock.ms += minute
  await app.chore('accounts')
  const { account } = await shown()
  expect(sorted(account?.differences)).toEqual([difference('lost', inDatabase), difference('unmirrored', inSheet)])
  expect(account?.days[0]).toMatchObject({ differences: 2 })
  expect(account?.kinds).toMatchObject({ unmirrored: 1, lost: 1, unknown: 0 })
  expect((await same.stored()).id).toBe(same.id)

  const metrics = await app.request('/metrics', { headers: { authorization: 'Bearer a-token-of-24-characters' } })
  const text = await metrics.text()
  expect(text).toContain('kolam_account_differences{kind="lost"} 1\n')
  expect(text).toContain('kolam_account_differences{kind="undeleted"} 0\n')
  expect(text).toContain('kolam_account_checked_seconds 0\n')

  await rebuild()
  expect(await differences()).toEqual([difference('lost', inDatabase)])
  const explained = await desk('/api/accounts/explain', 'POST', { ids: [inDatabase.id, newId(startOfTest)] })
  // A rebuild keeps the row of a lost application, which may be its last copy, until the loss is explained.
  expect(explained.body.account.differences).toEqual([difference('undeleted', inDatabase)])
  await rebuild()
  const { differences: none, days } = await check()
  expect(none).toEqual([])
  expect(days[0]).toMatchObject({ explained: 1, differences: 0 })
  expect((await desk('/api/accounts/explain', 'POST', { ids: 'all' })).status).toBe(400)
})

it('reports applications that were inserted by hand, and a missing letter', async () => {
  const [added, unmailed] = [await applied(), await applied('Accelerator')]
  await app.runSql(`delete from acknowledgements where application_id = '${added.id}'`)
  await app.runSql(`delete from outbox where application_id = '${unmailed.id}' and topic = 'mail.letter'`)
  expect(await differences()).toEqual([difference('unacknowledged', added), difference('unmailed', unmailed)])
  await desk('/api/accounts/explain', 'POST', { ids: [added.id, unmailed.id] })
  expect(await differences()).toEqual([difference('unmailed', unmailed)])
  await remove(unmailed)
  expect(await differences()).toEqual([])
})

it('reports rows of deleted or unknown applications, and counts foreign rows', async () => {
  const deleted = await applied()
  const row = { sheet: 'Contact', form_type: 'Contact', status: 'pending' }
  await remove(deleted)
  const { foreign } = (await check()).spreadsheet as { foreign: number }
  const unknown = { id: newId(startOfTest) }
  for (const id of [deleted.id, unknown.id, 'row-7']) google.post({ ...row, id }, { key: google.key() })
  const { differences: named, spreadsheet } = await check()
  expect(sorted(named)).toEqual([difference('undeleted', deleted), difference('unknown', unknown)])
  expect(spreadsheet).toMatchObject({ kind: 'read', foreign: foreign + 1 })
  // An older script cannot delete rows.
  instead = ({ query }) => (query.action === 'capabilities' ? { body: '{"success":true,"capabilities":["update"]}' } : undefined)
  expect(await differences()).toEqual([difference('unknown', unknown)])
  instead = undefined
  await rebuild()
  expect(await differences()).toEqual([])
})

it('is not red for rows that were sent during the read', async () => {
  instead = async () => {
    instead = undefined
    const before = JSON.stringify(google.get({ action: 'ids', key: google.key() }))
    await applied()
    return { body: before }
  }
  const { days, differences: named } = await check()
  expect(named).toEqual([])
  expect(days[0]).toMatchObject({ rowsWaiting: 1 })
  expect((await check()).days[0]).toMatchObject({ rowsWaiting: 0 })
})

it('reports an older script, or one that does not answer, and is not red', async () => {
  const { id } = await applied()
  const older = '{"success":false,"error":"Unknown action: ids"}'
  instead = ({ query }) => (query.action === 'ids' ? { body: older } : undefined)
  removeRow({ id })
  const { days, ...account } = await check()
  expect(account).toMatchObject({ differences: [], spreadsheet: { kind: 'older' } })
  expect(days[0]?.mirrored).toBe(days[0]?.rowsDue)
  for (const [answer, reason] of [
    [{ status: 500, body: '' }, 'The spreadsheet answered 500'],
    ['drop', expect.stringMatching(/^The spreadsheet could not be reached/)],
    [{ body: '{"success":false,"error":"Wrong or missing key"}' }, 'Wrong or missing key'],
  ] as const) {
    instead = () => answer
    expect(await check()).toMatchObject({ differences: [], spreadsheet: { kind: 'unreachable', reason } })
  }
  instead = undefined
  await rebuild()
})

it('reads the rows once a minute for all callers, and only when they changed', async () => {
  await check()
  const before = script.calls.length
  const requests = () => script.calls.slice(before).map(({ query }) => query.version !== undefined)
  await Promise.all([app.chore('accounts'), app.chore('accounts')])
  expect(requests()).toEqual([])
  app.clock.ms += minute
  await Promise.all([check(), check(), app.chore('accounts')])
  expect(requests()).toEqual([true])
  // A clock that is set back delays no check.
  app.clock.ms -= hour
  await app.chore('accounts')
  app.clock.ms += hour
  expect(requests()).toEqual([true, true])
})

it('the morning letter names a disagreement', async () => {
  const missing = await applied()
  removeRow(missing)
  await check()
  // Wednesday, 7 January 2026, 9:00 in India
  app.clock.ms = Date.parse('2026-01-07T03:30:00Z')
  await app.chore('morning letter')
  await app.runOutbox()
  const letter = app.mails.findLast(({ to }) => to === 'admin@example.com')
  expect(letter?.subject).toContain('accounts disagree')
  expect(letter?.text).toContain('THE ACCOUNTS DISAGREE (1)')
  expect(letter?.text).toMatch(new RegExp(`${reference(missing.id)}.*missing in the spreadsheet`))
  expect(letter?.text).toContain('/app/accounts')
})

it('shows the last backup and rehearsal with their results', async () => {
  const at = (hours: number): string => new Date(app.clock.ms - hours * hour).toISOString()
  const marks = async (state: BackupState) => {
    backups = state
    const { backup, rehearsal } = await shown()
    return [backup, rehearsal]
  }
  const none = { mark: 'warning', at: null, text: '' }
  expect(await marks({})).toEqual([none, none])
  const backup = { at: at(27), file: '/var/backups/kolam-1.sqlite' }
  expect(await marks({ backup, rehearsal: { at: at(24), isEqual: true, result: 'All equal.' } })).toEqual([
    { mark: 'warning', at: at(27), text: 'kolam-1.sqlite' },
    { mark: 'ok', at: at(24), text: 'All equal.' },
  ])
  expect(
    await marks({ backup: { ...backup, at: at(1) }, rehearsal: { at: at(200), isEqual: false, result: '2 differ.' } }),
  ).toMatchObject([{ mark: 'ok' }, { mark: 'broken', text: '2 differ.' }])
})
