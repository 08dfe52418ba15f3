import { afterEach, expect, test } from 'vitest'
import { type Mirroring, mirroring } from '../../../tests/support/mirroring.ts'
import { startServer, until } from '../../../tests/support/server.ts'
import type { RebuildLine } from './api.ts'

let mirror: Mirroring
afterEach(() => mirror?.close())

const lines = async (response: Response): Promise<readonly RebuildLine[]> =>
  (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('a rebuild writes address and decision to the spreadsheet, and returns a count', async () => {
  mirror = await mirroring()
  const { server, google, rows } = mirror
  const [nila, ravi] = [await mirror.submit('Nila'), await mirror.submit('Ravi')]
  expect((await server.fetch(`/api/applications/${ravi}/address`, 'POST', { email: 'ravi@gmail.example' })).status).toBe(200)
  await until('the address', () => rows().find(({ email }) => email === 'ravi@gmail.example'))
  google.post({ action: 'delete', id: nila }, { key: google.key() })
  google.post({ action: 'delete', id: ravi }, { key: google.key() })
  google.post({ sheet: 'Contact', id: 'stray', form_type: 'Contact' }, { key: google.key() })
  expect((await server.call('/api/spreadsheet')).body).toEqual({ success: true, mirrored: true, rebuilding: false })
  const rebuilt = await server.fetch('/api/spreadsheet/rebuild', 'POST')
  expect([rebuilt.status, rebuilt.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
  const progress = await lines(rebuilt)
  expect(progress[0]).toEqual({ rows: 0 })
  expect(progress.at(-1)).toEqual({ success: true, rows: 2, removed: 1 })
  expect(new Map(rows().map(({ id, email }) => [id, email]))).toEqual(
    new Map([
      [ravi, 'ravi@gmail.example'],
      [nila, 'nila@example.in'],
    ]),
  )
  expect((await lines(await server.fetch('/api/spreadsheet/rebuild', 'POST'))).at(-1)).toEqual({
    success: true,
    rows: 2,
    removed: 0,
  })
})

test('one rebuild at a time, and the error of a failing script is quoted', async () => {
  let reads = 0
  mirror = await mirroring({}, ({ query }) => {
    if (query.action !== 'read') return undefined
    reads += 1
    return reads === 1 ? 'hang' : { body: '{"success":false,"error":"The sheet is locked"}' }
  })
  const { server } = mirror
  const first = await server.fetch('/api/spreadsheet/rebuild', 'POST')
  await until('the read', () => (reads === 1 ? true : undefined))
  const second = await server.fetch('/api/spreadsheet/rebuild', 'POST')
  expect([second.status, ((await second.json()) as { error: string }).error]).toEqual([
    409,
    'The spreadsheet is already being rebuilt.',
  ])
  await first.body?.cancel()
  await mirror.server.stop('SIGKILL')
  await mirror.server.start()
  expect((await lines(await server.fetch('/api/spreadsheet/rebuild', 'POST'))).at(-1)).toEqual({
    success: false,
    rows: 0,
    error: 'The sheet is locked',
  })
  expect((await server.call('/api/spreadsheet')).body).toMatchObject({ rebuilding: false })
})

test.each<Record<string, string>>([{}, { SHEET_URL: 'http://127.0.0.1:9/exec', SHEET_ROLE: 'primary' }])(
  'nothing to rebuild with %j',
  async (settings) => {
    const server = await startServer(settings)
    try {
      expect((await server.call('/api/spreadsheet')).body).toMatchObject({ mirrored: false })
      expect((await server.call('/api/spreadsheet/rebuild', 'POST')).status).toBe(404)
    } finally {
      await server.remove()
    }
  },
)
