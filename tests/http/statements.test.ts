import { afterAll, beforeAll, expect, it } from 'vitest'
import { answers, submission } from '../support/answers.ts'
import { type App, openApp } from '../support/app.ts'
import { statementsOf } from '../support/statements.ts'

// How many statements SQLite runs for what is done most. Each counts, also those that begin and end a transaction.

let app: App

beforeAll(async () => {
  app = await openApp({ databaseUrl: null, settings: { DECISION_HOLD_S: '0' } })
  // What is read once is read.
  await app.session()
  await submit()
})
afterAll(() => app.remove())

let submitted = 0
/** Submits an application with an idempotency key, as the forms do. @returns its id */
async function submit(): Promise<string> {
  submitted += 1
  const { headers, ...init } = submission(
    'Accelerator',
    answers('Accelerator', { email: `applicant${submitted}@people.example` }),
  )
  const keyed = { ...init, headers: { ...headers, 'idempotency-key': `key ${submitted}` } }
  const response = await app.request('/api/submit-application', keyed)
  expect(response.status).toBe(201)
  return (await response.json()).applicationId
}

/** The first word of a statement, and the table that it writes. */
const kindOf = (statement: string): string =>
  /^(insert into|update|delete from) "?(\w+)/.exec(statement)?.slice(1).join(' ') ?? (/^\w+/.exec(statement)?.[0] as string)

it('a submission takes seven, and its share of a transaction', async () => {
  expect((await statementsOf(submit)).map(kindOf)).toEqual([
    'begin',
    'select',
    ...['applications', 'application_words', 'history', 'outbox', 'counters', 'idempotency'].map(
      (table) => `insert into ${table}`,
    ),
    'commit',
  ])
})

it('a letter takes at most 18', async () => {
  while (submitted < 20) await submit()
  const statements = await statementsOf(() => app.runOutbox())
  // The test itself asks whether the outbox is empty.
  const own = statements.filter((statement) => !/"outbox"."created_at" desc|count\(\*\) as "n" from "outbox"/.test(statement))
  expect(app.mails.filter(({ to }) => to.endsWith('@people.example'))).toHaveLength(submitted)
  expect(own.length / submitted).toBeGreaterThan(10)
  expect(own.length / submitted).toBeLessThanOrEqual(18)
})

it('an approval takes at most 15', async () => {
  const id = await submit()
  await app.runOutbox()
  const approve = async () =>
    expect((await app.call(`/api/applications/${id}`, 'PATCH', { status: 'approved' })).status).toBe(200)
  expect((await statementsOf(approve)).length).toBeLessThanOrEqual(15)
})
