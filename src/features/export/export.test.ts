import { request } from 'node:http'
import { parse } from 'csv-parse/sync'
import { strFromU8, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answers, multipart, pdf } from '../../../tests/support/answers.ts'
import { type Running, startServer } from '../../../tests/support/server.ts'
import type { ApplicationRecord, ListResponse, SpecifiedRecord } from '../../api/responses.ts'
import { cellText } from '../../shared/csv.ts'
import type { FormType } from '../../shared/form-types.ts'
import { unframe } from './frames.ts'

/** The properties of a record in the specification, which an export contains. */
const specifiedOf = ({
  due_at: _d,
  scores: _s,
  revision: _r,
  answers_revision: _a,
  seen_revision: _n,
  read_at: _o,
  starred: _t,
  ...specified
}: ApplicationRecord) => specified

let server: Running

beforeAll(async () => {
  server = await startServer({ DECISION_HOLD_S: '0' })
})
afterAll(() => server.remove())

const requestExport = (query: string, method = 'GET') => server.fetch(`/api/applications/export?${query}`, method)
const bytesOf = async (query: string): Promise<Uint8Array> => new Uint8Array(await (await requestExport(query)).arrayBuffer())
const rowsOf = (csv: Uint8Array): Record<string, string>[] => parse(Buffer.from(csv), { bom: true, columns: true })

let markers = 0
const marker = (word: string): string => `${word}${process.pid}x${++markers}`

const send = async (type: FormType, values: Readonly<Record<string, string>>): Promise<string> =>
  (await server.apply(type, values)).id
const tell = (message: string, name: string): Promise<string> => send('Contact', { message, name })

async function withFile(name: string, file: File): Promise<string> {
  const formAnswers = answers('WorkForStartups', { firstName: name, lastName: 'Iyer' })
  const sent = await fetch(`${server.url}/api/submit-application`, {
    method: 'POST',
    body: multipart('WorkForStartups', formAnswers, file),
  })
  expect(sent.status).toBe(201)
  return ((await sent.json()) as { applicationId: string }).applicationId
}

/** Ordinary texts, and texts that a spreadsheet would run as formulas. The intake stores all of them unchanged. */
const hard = [
  '=1+1',
  '=HYPERLINK("https://x.example","click")',
  '+91 98400 12345',
  '+919840012345',
  '+91-98400-12345',
  '-2',
  '@x',
  'வணக்கம்',
  '🙂👩🏽‍🌾',
  'a\nb\n\n"c", d;e',
  "'=1",
  '<b>&amp;</b> ]]>',
]

describe('an export of difficult texts', () => {
  const name = marker('Quokka')
  beforeAll(async () => {
    for (const message of hard) await tell(message, name)
  })

  it('as CSV contains all of them, telephone numbers unchanged, and no formula', async () => {
    const response = await requestExport(`format=csv&q=${name}`)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="applications-search-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(response.headers.get('x-total-rows')).toBe(String(hard.length))
    const ofView = await requestExport(
      `format=json&form_type=Contact&view=${encodeURIComponent('வாசி "Shortlist\r\n 2')}&q=${name} is:pending cohort:6`,
    )
    expect(ofView.headers.get('content-disposition')).toMatch(
      /^attachment; filename="applications-Contact-pending-cohort-6-shortlist-2-\d{4}-\d\d-\d\d\.json"$/,
    )
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const cells = rowsOf(bytes)
      .map((row) => row['Message (Contact)'] ?? row.Message ?? '')
      .reverse()
    expect(cells.map(cellText)).toEqual(hard)
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual(['+91 98400 12345', '+919840012345'])
  })

  it('as XLSX contains all of them as text', async () => {
    const bytes = await bytesOf(`format=xlsx&form_type=Contact&q=${name}`)
    const [names = [], ...rows] = await readSheet(Buffer.from(bytes), { trim: false })
    const column = names.indexOf('Message')
    expect(rows.map((row) => row[column]).reverse()).toEqual(hard)
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet.match(/<row /g)).toHaveLength(hard.length + 1)
    expect(sheet).not.toMatch(/<f>|t="n"/)
  })

  it('as JSON contains the records of the list, one a line', async () => {
    const response = await requestExport(`format=json&q=${name}`)
    expect(response.headers.get('x-total-rows')).toBe(String(hard.length))
    const text = await response.text()
    expect(text.trimEnd().split('\n')).toHaveLength(hard.length + 2)
    const records = JSON.parse(text) as SpecifiedRecord[]
    expect(records.map((record) => record.form_data.message).reverse()).toEqual(hard)
    const { applications }: ListResponse = (await server.call(`/api/applications?limit=200&q=${name}`)).body
    expect(records).toEqual(applications.map(specifiedOf))
  })
})

it('has Tamil names in the order of the list, and what a search in Tamil finds', async () => {
  const loom = marker('தறி')
  const language = 'ta'
  const message = await send('Contact', { name: 'ஆதிரை', message: `${loom} கைத்தறி பற்றி ஒரு கேள்வி`, language })
  const own = { founderName: 'ஔவை', companyName: 'நெய்தல் கைத்தறி', problemSolution: `${loom} நெசவாளர்கள்` }
  const applied = await send('Accelerator', { ...own, language })
  const texts = { [message]: 'ஆதிரை', [applied]: 'ஔவை' }
  for (const [words, found] of [
    [loom, [applied, message]],
    [`${loom} sort:due`, [message, applied]],
    [`ஆதிரை ${loom}`, [message]],
    [`"நெய்தல் கைத்தறி" ${loom}`, [applied]],
    [`${loom} நெசவா`, [applied]],
  ] as const) {
    const q = `q=${encodeURIComponent(words)}`
    const { applications }: ListResponse = (await server.call(`/api/applications?${q}`)).body
    const records = JSON.parse(Buffer.from(await bytesOf(`format=json&${q}`)).toString()) as SpecifiedRecord[]
    const rows = rowsOf(await bytesOf(`format=csv&${q}`))
    const named = found.map((id) => [id, texts[id]])
    expect([words, applications.map(({ id, applicant_name }) => [id, applicant_name])]).toEqual([words, named])
    expect([words, records.map(({ id, applicant_name }) => [id, applicant_name])]).toEqual([words, named])
    expect([words, rows.map(({ id, applicant_name }) => [id, applicant_name])]).toEqual([words, named])
  }
})

it('marks texts that are too long for a workbook cell; other formats have them', async () => {
  const name = marker('Numbat')
  const id = await tell('short', name)
  const notes = `${'நீள'.repeat(13_000)}🙂 end`
  expect((await server.call(`/api/applications/${id}`, 'PATCH', { notes })).status).toBe(200)
  expect(rowsOf(await bytesOf(`format=csv&q=${name}`))[0]?.notes).toBe(notes)
  const [names = [], row = []] = await readSheet(Buffer.from(await bytesOf(`format=xlsx&q=${name}`)), { trim: false })
  const cell = String(row[names.indexOf('notes')])
  const note = ` … [Cut here: this text has ${notes.length} characters, and a cell holds 32767. The CSV and JSON exports have all of it.]`
  expect(cell.length).toBeLessThanOrEqual(32_767)
  expect(cell).toBe(notes.slice(0, 32_767 - note.length) + note)
})

it('as JSON has the history when requested', async () => {
  const name = marker('Wombat')
  const id = await tell('hello', name)
  await server.decide(`/api/applications/${id}`, 'approved')
  const [record] = JSON.parse(await (await requestExport(`format=json&history=1&q=${name}`)).text())
  const { application, history } = (await server.call(`/api/applications/${id}`)).body
  expect(record).toEqual({ ...specifiedOf(application), history })
  expect(record.history.map((entry: { event: { what: string } }) => entry.event.what)).toEqual(['submitted', 'moved'])
})

describe('an export with files', () => {
  it('has both tables and a folder for each application with files, under safe names', async () => {
    const name = marker('Dugong')
    const bare = await tell('no file', name)
    const ids = [
      await withFile(name, new File([pdf], 'Priya R – CV.pdf', { type: 'application/pdf' })),
      await withFile(name, new File([pdf, 'x'], '..\\..\\evil.pdf', { type: 'application/pdf' })),
    ]
    const response = await requestExport(`format=zip&q=${name}`)
    expect([response.headers.get('content-type'), response.headers.get('x-total-rows')]).toEqual(['application/zip', '3'])
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(Object.keys(files)).toEqual([
      'applications.csv',
      'applications.json',
      expect.stringMatching(new RegExp(`^files/${name} Iyer ${ids[1]}/[^/]*evil\\.pdf$`)),
      `files/${name} Iyer ${ids[0]}/Priya R – CV.pdf`,
    ])
    expect(Object.values(files)[3]).toEqual(pdf)
    const expectedIds = [ids[1], ids[0], bare]
    expect(rowsOf(files['applications.csv'] as Uint8Array).map((row) => row.id)).toEqual(expectedIds)
    expect(JSON.parse(strFromU8(files['applications.json'] as Uint8Array)).map((record: SpecifiedRecord) => record.id)).toEqual(
      expectedIds,
    )
  })

  it('has two empty tables without matches', async () => {
    const files = unzipSync(await bytesOf(`format=zip&q=${marker('Nobody')}`))
    expect(Object.keys(files)).toEqual(['applications.csv', 'applications.json'])
    expect(JSON.parse(strFromU8(files['applications.json'] as Uint8Array))).toEqual([])
    expect(rowsOf(files['applications.csv'] as Uint8Array)).toEqual([])
  })
})

describe('before and during the download', () => {
  it('returns the number of applications for HEAD', async () => {
    const name = marker('Bilby')
    for (const message of ['one', 'two', 'three']) await tell(message, name)
    for (const format of ['csv', 'xlsx', 'json', 'zip']) {
      const head = await requestExport(`format=${format}&q=${name}`, 'HEAD')
      expect([head.status, head.headers.get('x-total-rows'), await head.text()]).toEqual([200, '3', ''])
    }
    expect((await requestExport(`q=${name}&status=approved`, 'HEAD')).headers.get('x-total-rows')).toBe('0')
    const { stats } = (await server.call('/api/stats')).body
    expect((await requestExport('', 'HEAD')).headers.get('x-total-rows')).toBe(String(stats.total))
  })

  it.each(['csv', 'xlsx', 'json', 'zip'])(
    'framed %s is the same file, with its rows counted and its end marked',
    async (format) => {
      const name = marker('Potoroo')
      for (const message of ['one', 'two']) await tell(message, name)
      const response = await requestExport(`format=${format}&framed=1&q=${name}`)
      const pieces = unframe(response.body as unknown as AsyncIterable<Uint8Array>)
      const parts: Uint8Array[] = []
      let next = await pieces.next()
      for (; !next.done; next = await pieces.next()) parts.push(Buffer.from(next.value.bytes))
      expect(next.value).toBe(2)
      expect(Buffer.concat(parts).equals(await bytesOf(`format=${format}&q=${name}`))).toBe(true)
    },
  )

  it('continues for other clients when one disconnects', async () => {
    const { hostname, port } = new URL(server.url)
    const headers = { cookie: await server.session() }
    await new Promise<void>((resolve, reject) => {
      const download = request({ hostname, port, path: '/api/applications/export?format=zip', headers }, (response) => {
        response.once('data', () => download.destroy())
        response.once('close', () => resolve())
        response.once('error', () => {})
      })
      download.once('error', reject).end()
    })
    expect((await requestExport('', 'HEAD')).status).toBe(200)
  })

  it.each(['format=pdf', 'format=constructor', 'status=no', 'form_type=no'])('refuses %s', async (query) => {
    const response = await requestExport(query)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'FORM_VALIDATION_FAILED'])
  })
})

it('has the scores by criterion and in total, and dates that a workbook can sort', async () => {
  const name = marker('Potoroo')
  const ids: string[] = []
  for (const founderName of [`${name} scored`, `${name} not`])
    ids.push(await send('StartupStudio', { founderName, email: `${ids.length}@${name}.example` }))
  const criteria: { id: string; name: string }[] = (await server.call('/api/rubrics')).body.rubrics.StartupStudio.criteria
  const [first, second] = criteria
  const give = async (application: string | undefined, criterion: string | undefined): Promise<void> => {
    const body = { criterion, score: 4, seen: null }
    expect((await server.call(`/api/applications/${application}/scores`, 'PUT', body)).status).toBe(200)
  }
  for (const { id } of criteria) await give(ids[0], id)
  // A part of the scores has no total.
  await give(ids[1], first?.id)
  const scoresOf = (row: Record<string, unknown> | undefined) => [
    row?.[`Score: ${first?.name}`],
    row?.[`Score: ${second?.name}`],
    row?.['Score: total, of 5'],
  ]
  const q = `form_type=StartupStudio&q=${name}`
  const [part, scored] = rowsOf(await bytesOf(`format=csv&${q}`))
  expect([scoresOf(scored), scoresOf(part)]).toEqual([
    ['4', '4', '4'],
    ['4', '', ''],
  ])
  const [blank, record] = JSON.parse(Buffer.from(await bytesOf(`format=json&${q}`)).toString()) as Record<string, unknown>[]
  expect(record?.scores).toEqual({ total: 4, criteria: Object.fromEntries(criteria.map((criterion) => [criterion.name, 4])) })
  expect(blank?.scores).toEqual({ total: null, criteria: { [String(first?.name)]: 4 } })

  const [names = [], , row = []] = await readSheet(Buffer.from(await bytesOf(`format=xlsx&${q}`)))
  const read = Object.fromEntries(names.map((column, n) => [String(column), row[n]]))
  expect(scoresOf(read)).toEqual([4, 4, 4])
  expect(read.submitted_at).toBeInstanceOf(Date)
  // The clock on the wall in Chennai, to the second.
  const wall = Math.round((Date.parse(String(record?.submitted_at)) + 5.5 * 3_600_000) / 1000) * 1000
  expect(Math.abs(Number(read.submitted_at) - wall)).toBeLessThan(2)
  const sheet = strFromU8(unzipSync(await bytesOf(`format=xlsx&${q}`))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet.match(/<col [^>]*width="\d+"/g)).toHaveLength(names.length)
})
