import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, openApp, startOfTest } from '../support/app.ts'
import { putDatabase } from '../support/database.ts'
import { cookiesOf } from '../support/server.ts'
import { statementsOf } from '../support/statements.ts'

// Nothing grows with what waits, was published, or is stored: by the plans of the statements and by their number, because times say nothing on a busy machine.

const stored = { applications: 100_000, letters: 10_000, publishes: 2_000 }
const now = startOfTest.getTime()

/** Numbers from 1 to `n`. */
const numbers = (n: number) => `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${n})`

/** All at once, with plain rows. Each application has its own address and the word `everywhere`; one in a hundred `sometimes`. */
const rows = [
  `${numbers(stored.applications)} insert into applications (id, form_type, applicant_name, applicant_email, email_key, company_name, answers, status, submitted_at,
    due_at, notes, ip, revision, duplicate_key, duplicate_rule, search_text)
  select 'a' || n, 'Contact', 'Applicant ' || n, n || '@people.example', n || '@people.example', '', '{}', 'pending', ${now} - n * 1000,
    ${now} - n * 1000, '', '192.0.2.1', 0, 'key ' || n, 'while_pending', 'everywhere' || iif(n % 100 = 0, ' sometimes', '') from numbers`,
  'insert into application_words (rowid, words) select seq, search_text from applications',
  `insert into counters (form_type, status, shard, n) values ('Contact', 'pending', 0, ${stored.applications})`,
  `${numbers(stored.letters)} insert into outbox (id, application_id, revision, topic, letter, key, payload, state, attempts, fence, last_fault, created_at, due_at, next_at)
  select 'e' || n, 'a' || n, 0, 'mail.letter', 'confirmation', 'key ' || n, '{}', 'waiting', 0, 0, '', n, ${now} - n, ${now} - n from numbers`,
  `${numbers(stored.publishes)} insert into publishes (id, revision, at, by, note) select 'p' || n, n, n, '', '' from numbers`,
  `insert into published_files (publish_id, path, text, live) select id, 'content/faq.yaml', 'faq ' || revision, revision = ${stored.publishes} from publishes`,
]

let dataDir: string
let app: App
let plans: DatabaseSync

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'kolam-growth-'))
  await putDatabase(dataDir)
  const db = new DatabaseSync(path.join(dataDir, 'kolam.sqlite'))
  db.exec(`pragma synchronous = off; begin; ${rows.join(';')}; commit`)
  db.close()
  app = await openApp({ dataDir, databaseUrl: null })
  plans = new DatabaseSync(path.join(dataDir, 'kolam.sqlite'), { readOnly: true })
})
afterAll(async () => {
  plans.close()
  await app.remove()
  await rm(dataDir, { recursive: true })
})

/** The indexes of those few rows that are deleted, withdrawn, live or proven. */
const small = /USING (COVERING )?INDEX (applications_to_purge|applications_withdrawn|published_files_live|applications_proven)\b/
/** The tables and indexes that grow. */
const growing = /^(SCAN|SEARCH) (applications|outbox|other|publishes|published_files|history|idempotency|application_words)\b/

interface Step {
  readonly parent: number
  readonly detail: string
}

/** The steps of a statement that read a growing table, or a range of it, to its end: in no order, sorted later, or without a limit. */
function wholeReads(statement: string): readonly string[] {
  if (!/^(select|with|update|insert|delete)/i.test(statement)) return []
  const steps = plans.prepare(`explain query plan ${statement}`).all() as unknown as readonly Step[]
  const sorted = new Set(steps.flatMap(({ parent, detail }) => (/TEMP B-TREE/.test(detail) ? [parent] : [])))
  const stops = /\b(limit|exists|min|max)\b/i.test(statement)
  return steps
    .filter(({ detail }) => growing.test(detail) && !small.test(detail) && !/VIRTUAL TABLE INDEX \d+:M/.test(detail))
    .filter(({ detail }) => detail.startsWith('SCAN') || /[<>]\?\)/.test(detail))
    .filter(({ parent, detail }) => !stops || sorted.has(parent) || !detail.includes('USING'))
    .map(({ detail }) => `${detail}: ${statement}`)
}

/** Runs `work`. @returns how many statements it took; none of them may read a growing table to its end */
async function counted(work: () => Promise<unknown>): Promise<number> {
  const statements = await statementsOf(work)
  expect(statements.flatMap(wholeReads)).toEqual([])
  return statements.length
}

it('the plans that it looks for are found', () => {
  for (const statement of [
    'select id from applications',
    'select id from outbox order by payload limit 1',
    "select id from outbox where topic = 'mail.letter' and next_at is not null and due_at < 9 order by id limit 1",
    "select id from applications where email_key = 'a' limit 1",
  ])
    expect(wholeReads(statement), statement).toHaveLength(1)
})

it('claims letters, and finds what is due next', async () => {
  const { outbox } = app.storage
  const claim = async () => {
    const claimed = await outbox.claim(['mail.letter', 'mail.other'], 2, new Date(now), new Date(now + 60_000))
    expect(claimed.map(({ id }) => id)).toEqual([`e${stored.letters}`, `e${stored.letters - 1}`].sort())
  }
  expect(await counted(claim)).toBe(4)
  expect(await counted(() => outbox.nextDue(new Date(now)))).toBe(1)
  const email = `${stored.letters}@people.example`
  const letter = { createdAt: new Date(now), kind: 'confirmation' } as const
  expect(await counted(() => outbox.turn({ entryId: `e${stored.letters}`, email, letter }, new Date(now)))).toBeLessThanOrEqual(9)
})

it('reads the published texts, and publishes, among two thousand publishes', async () => {
  const { edits } = app.storage
  expect(await counted(async () => expect((await edits.published()).files).toEqual({ 'content/faq.yaml': 'faq 2000' }))).toBe(1)
  const read = () =>
    Promise.all([edits.revision(), edits.drafts(), edits.waiting(), edits.publishes(), edits.filesBefore('p2000')])
  await counted(read)
  const files = { 'content/faq.yaml': 'the next' }
  const publish = { id: 'next', by: '', note: '', dueAt: null, files, drafts: {}, over: stored.publishes }
  await counted(async () => expect(await edits.publish(publish, new Date(now))).toEqual({ revision: stored.publishes + 1 }))
})

it('submits, and opens the own page, among a hundred thousand', async () => {
  let link = ''
  const submit = async () => {
    link = (await app.apply('Contact')).link
  }
  await counted(submit)
  const open = async () => {
    const cookie = cookiesOf(await app.request(link))
    expect(await (await app.request('/my', { headers: { cookie } })).text()).toContain('Withdraw')
  }
  await counted(open)
  await counted(async () => expect(await app.storage.outbox.isProven('7@people.example')).toBe(false))
})

it('lists, counts and searches among a hundred thousand', async () => {
  await app.session()
  const list = async (query: string) => {
    const { applications, total, totalCapped } = (await app.call(`/api/applications?${query}`)).body
    return [applications.length, total, totalCapped]
  }
  await counted(async () => expect(await list('')).toEqual([50, stored.applications + 1, undefined]))
  await counted(async () => expect((await app.call('/api/stats')).status).toBe(200))
  await counted(async () => expect(await list('q=everywhere')).toEqual([50, 1000, true]))
  await counted(async () => expect(await list('q=sometimes')).toEqual([50, 1000, undefined]))
  await counted(async () => expect(await list('q=sometimes+form:contact')).toEqual([50, 1000, undefined]))
  await counted(async () => expect(await list('q=nowhere')).toEqual([0, 0, undefined]))
})
