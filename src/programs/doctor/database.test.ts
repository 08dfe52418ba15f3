import { expect, it } from 'vitest'
import type { Measures } from '../../server/metrics/store.ts'
import type { ReadOnlyDatabase } from '../../server/storage/read-only.ts'
import { checkApplications, checkDatabase, checkMessages } from './database.ts'

const now = new Date('2026-11-21T12:00:00Z')
const entry = (state: 'waiting' | 'parked', count: number, minutes: number): Measures['outbox'][number] => ({
  topic: 'mail.letter',
  state,
  count,
  oldest: new Date(now.getTime() - minutes * 60_000),
})
const databaseWith = (changes: Partial<ReadOnlyDatabase>) => async (): Promise<ReadOnlyDatabase> => ({
  schema: { missing: [], unknown: [] },
  moved: undefined,
  now: async () => undefined,
  latestTime: async () => undefined,
  damage: async () => undefined,
  published: async () => ({ revision: 0, files: {} }),
  byId: async () => undefined,
  formSnapshots: async () => [],
  measures: async () => ({ applications: [], outbox: [] }),
  witnesses: {
    lost: async () => [],
    stored: async function* () {},
    deleted: async () => new Set(),
    removed: async () => new Set(),
  },
  unmatchedRows: async () => 0,
  close: async () => {},
  ...changes,
})
const lines = async (changes: Partial<ReadOnlyDatabase>) =>
  (
    await checkDatabase(
      databaseWith(changes),
      'SQLite',
      () => now,
      async () => ({ differences: [], isOlder: false }),
      () => [],
    )
  ).map(({ state, name, message }) => `${state} ${name}: ${message}`)

it('reports messages that wait too long, or are parked', () => {
  expect(checkMessages([], now)).toMatchObject({ state: 'ok', message: 'None are waiting.' })
  expect(checkMessages([entry('waiting', 4, 15)], now)).toMatchObject({ state: 'ok', message: '4 waiting, none for long.' })
  expect(checkMessages([entry('waiting', 4, 180)], now)).toMatchObject({
    state: 'warning',
    message: '4 waiting, the oldest for 3 hours. See the lines on mail and the spreadsheet, and check that the server runs.',
  })
  expect(checkMessages([entry('waiting', 4, 1), entry('parked', 2, 9000)], now)).toMatchObject({
    state: 'warning',
    message: '2 messages could not be sent. The desk shows why, and can send them again.',
  })
})

it('reports a database of another version, and a clock that differs', async () => {
  expect(await lines({ schema: { missing: ['0002-b'], unknown: [] } })).toEqual([
    'warning Database: SQLite lacks 1 migration: 0002-b; the next start applies it, and older programs then refuse the database.',
  ])
  expect(await lines({ schema: { missing: [], unknown: ['0999-z'] } })).toEqual([
    'broken Database: SQLite was upgraded by a newer version of this program (with 0999-z). Run that version.',
  ])
  expect(await lines({ now: async () => new Date(now.getTime() - 60_000) })).toEqual([
    'ok Database: SQLite responds, is up to date, and has 0 applications.',
    'ok Messages: None are waiting.',
    'ok Applications: None is missing.',
    "warning Clock: It is 60 seconds ahead of the database's. Synchronize both with NTP.",
  ])
  expect((await lines({ latestTime: async () => new Date(now.getTime() - 400 * 86_400_000) })).at(-1)).toBe(
    'warning Clock: It is 400 days ahead of the last time at which a server ran on this database. If it is wrong, correct it before a start: after 12 hours the server deletes what is due by its age.',
  )
  expect(await lines({ latestTime: async () => new Date(now.getTime() - 2 * 86_400_000) })).toHaveLength(3)
  expect(await lines({ measures: () => Promise.reject(new Error('disk I/O error')) })).toEqual([
    'broken Database: disk I/O error',
  ])
})

it('reports differences, and an older spreadsheet script', () => {
  const differences = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6'].map(
    (end) => ({ kind: 'unmirrored', id: `019aa1b2-3c4d-7000-8000-0000000000${end}` }) as const,
  )
  expect(checkApplications({ differences, isOlder: false })).toMatchObject({
    state: 'warning',
    message: `6 differences: ${['A1', 'B2', 'C3', 'D4', 'E5'].map((end) => `000000${end} missing in the spreadsheet`).join('; ')} …. See docs/operations-reference.md.`,
  })
  expect(
    checkApplications({ differences: [{ kind: 'lost', id: '019aa1b2-3c4d-7000-8000-0000000000aa' }], isOlder: false }),
  ).toMatchObject({ state: 'broken' })
  expect(checkApplications({ differences: [], isOlder: true })).toMatchObject({
    state: 'warning',
    message: 'The spreadsheet has an older version of the script, which cannot list its rows. Install the new version.',
  })
})
