import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Application } from '../../src/applications/application.ts'
import { allForms } from '../../src/forms/definitions/all.ts'
import { workForStartups } from '../../src/forms/definitions/work-for-startups.ts'
import { reviewOf, SheetFault } from '../../src/server/sheets/port.ts'
import { rowOf, scriptSheet } from '../../src/server/sheets/script.ts'
import { formTypes } from '../../src/shared/form-types.ts'
import { answers, application, form } from '../support/letters.ts'
import { googleScript, type ScriptAnswer, startScript } from '../support/sheet-script.ts'

let running: Awaited<ReturnType<typeof startScript>> | undefined
afterEach(() => running?.close())

/** A script with a fixed answer, and our client for it. */
async function sheetWith(answer: ScriptAnswer | Parameters<typeof startScript>[0], timeoutMs = 2000) {
  running = await startScript(typeof answer === 'function' ? answer : () => answer)
  const { url, calls } = running
  return { calls, url, sheet: scriptSheet({ url: `${url}?key=hush`, siteUrl: 'https://kolam.example/', timeoutMs }) }
}

const reasonOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => expect.fail('it was taken'),
    (error) => {
      expect(error).toBeInstanceOf(SheetFault)
      return error.reason
    },
  )

test('a submission is one POST of JSON, which follows the redirect of Apps Script', async () => {
  const { sheet, calls } = await sheetWith({ body: '{"success":true}' })
  await sheet.append(application(), form)
  expect(calls.length).toBe(1)
  expect(calls[0]).toMatchObject({ method: 'POST', query: { key: 'hush' } })
  expect(calls[0]?.body).toEqual({
    ...answers,
    sheet: 'Accelerator',
    id: '019aa1b2-3c4d-7000-8000-0000ab12cd34',
    form_type: 'Accelerator',
    status: 'pending',
    timestamp: '2026-11-20T09:30:00.000Z',
    submissionIP: '203.0.113.7',
    expectations: `${answers.expectations}\nSubmitted from IP: 203.0.113.7`,
  })
})

test('a redirect that repeats the row is followed on the same host only', async () => {
  const received: string[] = []
  const script = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    received.push(`${request.headers.host} ${request.method} ${pathname} ${body === '' ? 'nothing' : 'the row'}`)
    if (pathname === '/moved') return response.end('{"success":true}')
    const { port } = script.address() as AddressInfo
    const to = pathname === '/same' ? '/moved' : `http://localhost:${port}/moved`
    response.writeHead(pathname === '/see' ? 302 : 307, { location: to }).end()
  }).listen(0, '127.0.0.1')
  await once(script, 'listening')
  const { port } = script.address() as AddressInfo
  const append = (path: string) =>
    scriptSheet({ url: `http://127.0.0.1:${port}${path}`, siteUrl: 'https://kolam.example' }).append(application(), form)
  await append('/same')
  await append('/see')
  expect(await reasonOf(append('/elsewhere'))).toBe(`The spreadsheet answered 307: it wants the row sent to localhost:${port}`)
  expect(received).toEqual([
    `127.0.0.1:${port} POST /same the row`,
    `127.0.0.1:${port} POST /moved the row`,
    `127.0.0.1:${port} POST /see the row`,
    `localhost:${port} GET /moved nothing`,
    `127.0.0.1:${port} POST /elsewhere the row`,
  ])
  script.close()
})

test('each form has its sheet, and each call says which sheets there are', async () => {
  const forms = allForms({ cohorts: [] })
  const sheets = formTypes.map((formType) => forms[formType].sheet)
  expect(formTypes.map((formType) => rowOf(application({ formType, answers: {} }), forms[formType], '').sheet)).toEqual(sheets)
  const { sheet, calls } = await sheetWith({ body: '{"success":true,"applications":[],"ids":[]}' })
  await sheet.append(application(), form)
  await sheet.update('a-1', reviewOf(application()))
  await sheet.remove('a-1')
  await sheet.read({})
  await sheet.ids()
  expect(calls.map(({ query }) => query.sheets)).toEqual(Array.from({ length: 5 }, () => sheets.join()))
  expect(calls.map(({ body }) => body?.sheets)).toEqual(Array.from({ length: 5 }))
})

test('an internship row has the name of the resume and its link for the admin', () => {
  const resume = { name: 'nila.pdf', size: 1000, type: 'application/pdf' }
  const stored: Application = application({ formType: 'WorkForStartups', answers: { motivation: 'Because', resume } })
  expect(rowOf(stored, workForStartups, 'https://kolam.example/')).toMatchObject({
    resume: `nila.pdf\nhttps://kolam.example/api/applications/${stored.id}/resume`,
    motivation: 'Because\nSubmitted from IP: 203.0.113.7',
  })
})

test.each<[string, ScriptAnswer]>([
  ['an empty body', { body: '' }],
  ['a word', { type: 'text/plain', body: 'OK' }],
  ['JSON', { body: '{"result":"success"}' }],
  ['201', { status: 201, body: '{}' }],
])('%s is accepted', async (_name, answer) => {
  const { sheet } = await sheetWith(answer)
  await expect(sheet.append(application(), form)).resolves.toBe(undefined)
})

test.each<[string, ScriptAnswer, string]>([
  [
    'a web page',
    { type: 'text/html; charset=utf-8', body: 'Sign in' },
    'The spreadsheet answered with a web page: is the script deployed for "Anyone"?',
  ],
  [
    'a web page that calls itself text',
    { type: 'text/plain', body: '\n<!DOCTYPE html><title>Error</title>' },
    'The spreadsheet answered with a web page: is the script deployed for "Anyone"?',
  ],
  ['success: false', { body: '{"success":false,"error":"The spreadsheet is busy"}' }, 'The spreadsheet is busy'],
  ['success: false without a reason', { body: '{"success":false}' }, 'The script answered success: false'],
  ['500', { status: 500, body: '{}' }, 'The spreadsheet answered 500'],
  ['404 with a reason', { status: 404, body: '{"success":false,"message":"gone"}' }, 'gone'],
  ['a dropped connection', 'drop', 'The spreadsheet could not be reached: other side closed'],
])('%s is refused', async (_name, answer, expected) => {
  const { sheet } = await sheetWith(answer)
  expect(await reasonOf(sheet.append(application(), form))).toBe(expected)
})

test('a script that hangs times out', async () => {
  const { sheet } = await sheetWith('hang', 200)
  expect(await reasonOf(sheet.append(application(), form))).toBe('The spreadsheet did not answer within 0.2 seconds')
})

test('an unreachable script is reported without the secret', async () => {
  const { url, sheet } = await sheetWith({ body: '' })
  await running?.close()
  expect(await reasonOf(sheet.append(application(), form))).toMatch(/^The spreadsheet could not be reached: connect ECONNREFUSED/)
  expect(sheet.describe).toBe(`spreadsheet script at ${new URL(url).host}`)
})

test('reading passes the filters, and accepts an object or a list', async () => {
  const rows = [{ id: '1' }, { id: '2' }, 'no row', null]
  for (const body of [{ success: true, applications: rows }, rows]) {
    const { sheet, calls } = await sheetWith({ body: JSON.stringify(body) })
    expect(await sheet.read({ form_type: 'Contact', status: 'pending', email: 'a@b.in' })).toEqual([{ id: '1' }, { id: '2' }])
    expect(calls[0]?.query).toMatchObject({
      key: 'hush',
      action: 'read',
      form_type: 'Contact',
      status: 'pending',
      email: 'a@b.in',
    })
    await sheet.read({})
    expect(Object.keys(calls[1]?.query ?? {}).toSorted()).toEqual(['action', 'key', 'sheets'])
    await running?.close()
  }
})

test('an answer without a list is a failed read', async () => {
  const { sheet } = await sheetWith({ body: '{"success":true}' })
  expect(await reasonOf(sheet.read({}))).toBe('The spreadsheet answered without a list of applications')
})

test.each<[string, ScriptAnswer, readonly string[]]>([
  ['one that can', { body: '{"success":true,"capabilities":["update","delete","fly"]}' }, ['update', 'delete']],
  ['one that does not know the question', { body: '{"success":false,"error":"Unknown action"}' }, []],
  ['one that shows a page', { type: 'text/html', body: '<p>' }, []],
  ['one that answers anything', { body: 'hello' }, []],
])('capabilities of %s', async (_name, answer, expected) => {
  const { sheet } = await sheetWith(answer)
  expect(await sheet.capabilities()).toEqual(expected)
})

test('a failing script, or one that refuses later, is not an older one', async () => {
  const busy = { status: 503, type: 'text/html', body: '<html>Service unavailable' }
  const wrongKey = { body: '{"success":false,"error":"Wrong key"}' }
  const list = { body: '{"success":true,"capabilities":["update"]}' }
  const responses: ScriptAnswer[] = [busy, list, wrongKey, { type: 'text/html', body: '<p>' }, { body: 'hello' }, list]
  const { sheet } = await sheetWith(() => responses.shift() ?? 'drop')
  expect(await reasonOf(sheet.capabilities())).toBe('The spreadsheet answered 503')
  expect(await sheet.capabilities()).toEqual(['update'])
  expect(await reasonOf(sheet.capabilities())).toBe('Wrong key')
  expect(await reasonOf(sheet.capabilities())).toMatch(/^The spreadsheet answered with a web page/)
  expect(await reasonOf(sheet.capabilities())).toBe('The spreadsheet answered without its capabilities')
  expect(await sheet.capabilities()).toEqual(['update'])
})

test.each([
  ['20', 20_000],
  [new Date(Date.now() + 3_600_000).toUTCString(), 3_600_000],
  ['soon', undefined],
  [undefined, undefined],
])('a script that asks for a pause is obeyed: %s', async (retryAfter, expected) => {
  const { sheet } = await sheetWith({ status: 429, body: '{}', retryAfter })
  const fault = await sheet.append(application(), form).catch((error: SheetFault) => error)
  const pause = fault instanceof SheetFault ? fault.retryAfterMs : 'no fault'
  if (expected === 3_600_000) expect([Number(pause) > 3_590_000, Number(pause) <= expected]).toEqual([true, true])
  else expect(pause).toBe(expected)
})

test('a script without a key, or with another one, is not an older one', async () => {
  const google = googleScript()
  const { sheet } = await sheetWith((call) => ({ body: JSON.stringify(google.get(call.query)) }))
  expect(await reasonOf(sheet.capabilities())).toBe('The script has no key yet: run setup in its editor')
  google.script.setup()
  expect(await reasonOf(sheet.capabilities())).toBe('Wrong or missing key')
  expect(await reasonOf(sheet.ids())).toBe('Wrong or missing key')
})

test('the capabilities of an unreachable script are unknown', async () => {
  const { sheet } = await sheetWith('drop')
  expect(await reasonOf(sheet.capabilities())).toBe('The spreadsheet could not be reached: other side closed')
})

test('the real script accepts rows, reviews and deletions, and returns the rows', async () => {
  const google = googleScript()
  google.script.setup()
  const { url } = await sheetWith((call) => ({
    body: JSON.stringify(call.method === 'GET' ? google.get(call.query) : google.post(call.body, call.query)),
  }))
  const sheet = scriptSheet({ url: `${url}?key=${google.key()}`, siteUrl: 'https://kolam.example' })
  const stored = application()
  await Promise.all(Array.from({ length: 5 }, () => sheet.append(stored, form)))
  expect(google.rows('Accelerator').length).toBe(1)
  const approved = application({
    status: 'approved',
    reviewedAt: new Date('2026-11-21T00:00:00Z'),
    reviewedBy: 'admin@example.com',
  })
  await sheet.update(stored.id, reviewOf(approved))
  expect(await sheet.read({})).toEqual([
    expect.objectContaining({
      id: stored.id,
      status: 'approved',
      reviewed_at: '2026-11-21T00:00:00.000Z',
      founderName: 'Nila Raman',
    }),
  ])
  await sheet.remove(stored.id)
  expect(await sheet.read({})).toEqual([])
})
