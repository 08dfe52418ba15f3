import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Difference, findDifferences } from '../../src/server/sheets/differences.ts'
import type { Sheet } from '../../src/server/sheets/port.ts'
import { scriptSheet } from '../../src/server/sheets/script.ts'
import { minute, second } from '../../src/shared/dates.ts'
import { newId, reference } from '../../src/shared/ids.ts'
import { type App, openApp, startOfTest } from '../support/app.ts'
import { applicantOf } from '../support/applicant.ts'
import { googleScript, type ScriptAnswer, type ScriptCall, startScript } from '../support/sheet-script.ts'

let google: ReturnType<typeof googleScript>
/** Replaces the answer of the script. */
let instead: ((call: ScriptCall) => ScriptAnswer | Promise<ScriptAnswer> | undefined) | undefined
let script: Awaited<ReturnType<typeof startScript>>
let sheet: Sheet
let app: App

beforeEach(async () => {
  google = googleScript()
  google.script.setup()
  script = await startScript(
    (call) =>
      instead?.(call) ?? {
        body: JSON.stringify(call.method === 'GET' ? google.get(call.query) : google.post(call.body, call.query)),
      },
  )
  sheet = scriptSheet({ url: `${script.url}?key=${google.key()}`, siteUrl: 'https://kolam.example', timeoutMs: 2000 })
  app = await openApp({ sheet, settings: { SHEET_URL: script.url } })
})
afterEach(async () => {
  instead = undefined
  await app.remove()
  await script.close()
})

let made = 0
/** Submits an application from a new applicant, and sends its outbox entries. */
async function applied(values: Readonly<Record<string, unknown>> = {}) {
  made += 1
  const applicant = await applicantOf(app, `person${made}@example.in`, 'Contact', values)
  await app.runOutbox()
  return applicant
}
const compare = () => {
  const { clock, storage } = app
  clock.ms += second
  return findDifferences({ ...storage, sheet, role: 'mirror', now: () => new Date(clock.ms) })
}
const differences = async () => new Set((await compare()).differences)
const difference = (kind: Difference['kind'], { id }: { readonly id: string }): Difference => ({ kind, id })
/** Removes a row of the contact sheet, like a person by hand. */
const removeRow = ({ id }: { readonly id: string }): void =>
  google.sheet('Contact')?.deleteRow(google.rows('Contact').findIndex((row) => row.id === id) + 2)
async function remove({ id }: { readonly id: string }): Promise<void> {
  expect((await app.call(`/api/applications/${id}`, 'DELETE')).status).toBe(200)
  app.clock.ms += 11 * minute
  await app.chore('purge')
  await app.runOutbox()
}
async function rebuild(): Promise<void> {
  const response = await app.fetch('/api/spreadsheet/rebuild', 'POST')
  expect((await response.text()).trim().split('\n').at(-1)).toContain('"success":true')
}

it('finds what somebody removed by hand, and the morning letter names it in one line', async () => {
  const [inSheet, inDatabase, same] = [await applied(), await applied(), await applied()]
  expect(await differences()).toEqual(new Set())
  removeRow(inSheet)
  await app.runSql(`delete from applications where id = '${inDatabase.id}'`)
  expect(await differences()).toEqual(new Set([difference('lost', inDatabase), difference('unmirrored', inSheet)]))
  expect((await same.stored()).id).toBe(same.id)

  // Wednesday, 7 January 2026, 9:00 in India
  app.clock.ms = Date.parse('2026-01-07T03:30:00Z')
  await app.chore('morning letter')
  await app.runOutbox()
  const letter = app.mails.findLast(({ to }) => to === 'admin@example.com')
  expect(letter?.subject).toContain('2 differences')
  expect(letter?.text).toMatch(
    new RegExp(
      `${reference(inDatabase.id)} missing in the database; ${reference(inSheet.id)} missing in the spreadsheet\\. See npm run doctor\\.`,
    ),
  )

  // A rebuild keeps the row of a lost application, which may be its last copy.
  await rebuild()
  expect(await differences()).toEqual(new Set([difference('lost', inDatabase)]))
  expect(google.rows('Contact').map(({ id }) => id)).toContain(inDatabase.id)
})

it('finds rows of deleted or unknown applications, and ignores rows of others', async () => {
  const [deleted, held] = [await applied(), await applied()]
  await applied({ knot: 'a trap' })
  await remove(deleted)
  await app.call(`/api/applications/${held.id}`, 'DELETE')
  expect(await differences()).toEqual(new Set())
  const row = { sheet: 'Contact', form_type: 'Contact', status: 'pending' }
  const unknown = { id: newId(startOfTest) }
  for (const id of [deleted.id, unknown.id, 'row-7']) google.post({ ...row, id }, { key: google.key() })
  expect(await differences()).toEqual(new Set([difference('undeleted', deleted), difference('unknown', unknown)]))
  // An older script cannot delete rows.
  instead = ({ query }) => (query.action === 'capabilities' ? { body: '{"success":true,"capabilities":["update"]}' } : undefined)
  expect(await differences()).toEqual(new Set([difference('unknown', unknown)]))
  instead = undefined
  await rebuild()
  expect(await differences()).toEqual(new Set([difference('unknown', unknown)]))
})

it('finds nothing in rows sent meanwhile, nor while the script fails or is older', async () => {
  instead = async () => {
    instead = undefined
    const before = JSON.stringify(google.get({ action: 'ids', key: google.key() }))
    await applied()
    return { body: before }
  }
  expect(await compare()).toEqual({ differences: [], isOlder: false })
  removeRow(await applied())
  for (const [answer, isOlder] of [
    [{ body: '{"success":false,"error":"Unknown action: ids"}' }, true],
    [{ status: 500, body: '' }, false],
    ['drop', false],
  ] as const) {
    instead = ({ query }) => (query.action === 'ids' ? answer : undefined)
    expect(await compare()).toEqual({ differences: [], isOlder })
  }
})
