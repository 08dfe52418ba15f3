import { beforeEach, expect, test } from 'vitest'
import { googleScript } from '../support/sheet-script.ts'

let google: ReturnType<typeof googleScript>
let key: { readonly key: string }

beforeEach(() => {
  google = googleScript()
  google.script.setup()
  key = { key: google.key() }
})

const row = (changes: Readonly<Record<string, unknown>> = {}) => ({
  sheet: 'Contact',
  id: 'a-1',
  form_type: 'Contact',
  status: 'pending',
  timestamp: '2026-11-21T02:30:00.000Z',
  submissionIP: '203.0.113.7',
  name: 'Nila',
  email: 'nila@example.in',
  phone: '+91 98400 00000',
  ...changes,
})

test('setup creates one secret and prints its URL, again the same; newKey replaces it', () => {
  expect(key.key).toMatch(/^[0-9a-f]{64}$/)
  expect(google.logged.at(-1)).toBe(`SHEET_URL=<the web app's address>?key=${key.key}`)
  google.script.setup()
  expect(google.key()).toBe(key.key)
  google.script.newKey()
  expect(google.post(row(), key)).toEqual({ success: false, error: 'Wrong or missing key' })
})

test.each<Record<string, string>>([{}, { key: '' }, { key: 'wrong' }])(
  'without the secret (%j) nothing is read or written',
  (parameter) => {
    expect(google.post(row(), parameter)).toEqual({ success: false, error: 'Wrong or missing key' })
    expect(google.get({ action: 'read', ...parameter })).toEqual({ success: false, error: 'Wrong or missing key' })
    expect(google.sheet('Contact')).toBe(undefined)
  },
)

test('before setup every request is refused, also with an empty secret', () => {
  expect(googleScript().post(row(), { key: '' })).toEqual({
    success: false,
    error: 'The script has no key yet: run setup in its editor',
  })
})

test('a row arrives on its sheet under its columns, as text', () => {
  expect(google.post(row({ graduationYear: '2026', blank: '' }), key)).toEqual({ success: true, id: 'a-1' })
  expect(google.sheet('Contact')?.cells()[0]).toEqual([
    'id',
    'timestamp',
    'form_type',
    'status',
    'reviewed_at',
    'reviewed_by',
    'meeting_scheduled_at',
    'notes',
    'submissionIP',
    'name',
    'email',
    'phone',
    'graduationYear',
    'blank',
  ])
  expect(google.rows('Contact')).toEqual([
    expect.objectContaining({
      id: 'a-1',
      status: 'pending',
      phone: '+91 98400 00000',
      graduationYear: '2026',
      blank: '',
      notes: '',
    }),
  ])
  expect(google.rows('Contact')[0]).not.toHaveProperty('sheet')
})

test('a repeated id is ignored and reported as stored', () => {
  google.post(row(), key)
  expect(google.post(row({ name: 'Other' }), key)).toEqual({ success: true, id: 'a-1', duplicate: true })
  expect(google.rows('Contact').map(({ name }) => name)).toEqual(['Nila'])
})

test('a new field gets a column at the right; no other column moves', () => {
  google.post(row(), key)
  const before = [...(google.sheet('Contact')?.cells()[0] ?? [])]
  google.post(row({ id: 'a-2', topic: 'Visit' }), key)
  google.post({ ...row({ id: 'a-3' }), name: undefined }, key)
  expect(google.sheet('Contact')?.cells()[0]).toEqual([...before, 'topic'])
  expect(google.rows('Contact').map(({ id, name, topic }) => [id, name, topic])).toEqual([
    ['a-1', 'Nila', ''],
    ['a-2', 'Nila', 'Visit'],
    ['a-3', '', ''],
  ])
})

test('added columns stay, and a sheet can grow beyond its first columns', () => {
  google.post(row(), key)
  const sheet = google.sheet('Contact')
  sheet?.getRange(1, 13, 1, 1).setValues([['Called back?']])
  sheet?.getRange(2, 13, 1, 1).setValues([['yes']])
  const many = Object.fromEntries(Array.from({ length: 30 }, (_one, n) => [`field${n}`, String(n)]))
  expect(google.post(row({ id: 'a-2', ...many }), key)).toEqual({ success: true, id: 'a-2' })
  expect(google.rows('Contact')[0]?.['Called back?']).toBe('yes')
  expect(google.rows('Contact')[1]).toMatchObject({ 'Called back?': '', field29: '29' })
  const endless = Object.fromEntries(Array.from({ length: 300 }, (_one, n) => [`more${n}`, 'x']))
  expect(google.post(row({ id: 'a-3', ...endless }), key)).toEqual({ success: false, error: 'Too many columns' })
})

test.each(['=IMPORTXML("http://x")', '+1+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "'quoted", '00123', '2026-11-21', '=', '１'])(
  'the answer %j stays the text that it is',
  (answer) => {
    google.post(row({ message: answer, [answer]: 'as a name' }), key)
    expect(google.rows('Contact')[0]).toMatchObject({ message: answer, [answer]: 'as a name' })
  },
)

test('an answer longer than a cell is cut and marked', () => {
  google.post(row({ message: 'x'.repeat(60_000) }), key)
  const cell = String(google.rows('Contact')[0]?.message)
  expect(cell.length).toBeLessThan(50_000)
  expect(cell.endsWith('… (11000 more characters: see the dashboard)')).toBe(true)
})

test('review changes its own row only', () => {
  google.post(row(), key)
  const changes = {
    action: 'update',
    id: 'a-1',
    status: 'approved',
    notes: '=1+1',
    reviewed_by: 'admin@example.com',
    name: 'Changed',
  }
  expect(google.post(changes, key)).toEqual({ success: true, id: 'a-1' })
  expect(google.rows('Contact')).toEqual([
    expect.objectContaining({ status: 'approved', notes: '=1+1', reviewed_by: 'admin@example.com', name: 'Nila' }),
  ])
  expect(google.post({ action: 'update', id: 'gone', status: 'approved' }, key)).toEqual({
    success: false,
    error: 'No row has the id gone',
  })
})

test('a deleted row is removed alone, and deleting again is no error', () => {
  for (const id of ['a-1', 'a-2', 'a-3']) google.post(row({ id }), key)
  expect(google.post({ action: 'delete', id: 'a-2' }, key)).toEqual({ success: true, id: 'a-2', deleted: true })
  expect(google.rows('Contact').map(({ id }) => id)).toEqual(['a-1', 'a-3'])
  expect(google.post({ action: 'delete', id: 'a-2' }, key)).toEqual({ success: true, id: 'a-2', deleted: false })
})

test('reading returns the rows of every sheet, by form, status and e-mail', () => {
  google.post(row(), key)
  google.post(row({ id: 'b-1', sheet: 'Investors', form_type: 'Investor', status: 'approved', email: 'Ravi@Example.in ' }), key)
  const ids = (query: Readonly<Record<string, string>>) =>
    google.get({ action: 'read', ...query, ...key }).applications.map(({ id }: { id: string }) => id)
  expect(ids({})).toEqual(['a-1', 'b-1'])
  expect(ids({ form_type: 'investor' })).toEqual(['b-1'])
  expect(ids({ status: 'pending' })).toEqual(['a-1'])
  expect(ids({ email: 'ravi@example.in' })).toEqual(['b-1'])
  expect(ids({ email: 'nobody@example.in' })).toEqual([])
})

test('lists the ids of all rows', () => {
  const ids = () => google.get({ action: 'ids', ...key })
  expect(ids()).toEqual({ success: true, ids: [] })
  for (const changes of [{ id: 'a-1' }, { id: '77' }, { id: 'b-1', sheet: 'Investors' }]) google.post(row(changes), key)
  expect(ids()).toEqual({ success: true, ids: ['a-1', '77', 'b-1'] })
  // A renamed column does not contain ids, and reading adds no column.
  google
    .sheet('Contact')
    ?.getRange(1, 1, 1, 1)
    .setValues([['number']])
  expect(ids()).toEqual({ success: true, ids: ['b-1'] })
  expect(google.sheet('Contact')?.cells()[0]).not.toContain('id')
})

test('the sheets are those that the site names, or else the first nine', () => {
  const named = { ...key, sheets: 'Contact,Mentors,=x' }
  expect(google.post(row({ id: 'm-1', sheet: 'Mentors' }), key)).toEqual({ success: false, error: 'No such sheet: Mentors' })
  expect(google.post(row({ id: 'm-1', sheet: 'Mentors' }), named)).toEqual({ success: true, id: 'm-1' })
  expect(google.get({ action: 'ids', ...named })).toEqual({ success: true, ids: ['m-1'] })
  expect(google.get({ action: 'ids', ...key })).toEqual({ success: true, ids: [] })
  expect(google.post(row({ sheet: 'Investors' }), named)).toEqual({ success: false, error: 'No such sheet: Investors' })
  expect(google.post({ action: 'delete', id: 'm-1' }, named)).toEqual({ success: true, id: 'm-1', deleted: true })
})

test('lists its capabilities', () => {
  expect(google.get({ action: 'capabilities', ...key })).toEqual({ success: true, capabilities: ['update', 'delete', 'answers'] })
})

test.each([
  [row({ sheet: 'Payroll' }), 'No such sheet: Payroll'],
  [row({ id: ' ' }), 'The id is missing'],
  [{ action: 'drop', id: 'x' }, 'Unknown action: drop'],
  ['[]', 'The body must be a JSON object'],
])('%j is refused', (body, error) => {
  expect(google.post(body, key)).toEqual({ success: false, error })
})

test('invalid JSON is refused, and the lock is released after any failure', () => {
  expect(google.post('oops', key).success).toBe(false)
  google.post(row({ sheet: 'Payroll' }), key)
  expect(google.isLocked()).toBe(false)
  expect(google.post(row(), key)).toEqual({ success: true, id: 'a-1' })
  expect(google.unlockedWrites()).toBe(0)
})

test('a call during another write gets a busy error, and can be repeated', () => {
  google.setBusy(true)
  expect(google.post(row(), key)).toEqual({ success: false, error: 'The spreadsheet is busy' })
  google.setBusy(false)
  expect(google.post(row(), key)).toEqual({ success: true, id: 'a-1' })
})
