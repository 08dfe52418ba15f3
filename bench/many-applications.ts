import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Application, Status } from '../src/applications/application.ts'
import { dueMoment } from '../src/content/promises.ts'
import { seed } from '../src/programs/seed/seed.ts'
import { readTexts, type Texts } from '../src/programs/seed/texts.ts'
import type { Engine } from '../src/server/database/engine.ts'
import { fold, indexedText } from '../src/server/database/search/fold.ts'
import { labelsOf } from '../src/server/database/search-text.ts'
import type { Db } from '../src/server/database/tables.ts'
import { changeable } from '../src/server/records/applications/row.ts'
import { newId } from '../src/shared/ids.ts'
import { promises } from '../tests/support/adapters.ts'
import { forms } from '../tests/support/answers.ts'

/** Rows of a statement, and of a transaction. */
const statementRows = 500
const transactionRows = 10_000
/** Milliseconds between two submissions: a million in three years. */
const intervalMs = 95_000
const begin = Date.parse('2023-11-01T03:30:00Z')

/** The texts of the seed, read from the files: benches run without a bundler. */
function seedTexts(): Texts {
  const folder = new URL('../src/programs/seed/texts/', import.meta.url)
  const read = readTexts(
    Object.fromEntries(readdirSync(folder).map((name) => [`./texts/${name}`, readFileSync(new URL(name, folder), 'utf8')])),
  )
  if (!read.ok) throw new Error(read.fault.join('\n'))
  return read.value
}

/** Applications of the seed, each with its search text. */
export async function seedApplications(): Promise<readonly { readonly application: Application; readonly text: string }[]> {
  const created: Application[] = []
  const applications = {
    add: async ({ change }: { change: { application: Application } }) => {
      created.push(change.application)
      return { kind: 'added', id: change.application.id }
    },
    save: async () => 'saved',
  }
  await seed({ applications } as never, forms, seedTexts(), promises, new Date(begin), 2000)
  return created.map((application) => ({
    application,
    text: indexedText(application, labelsOf(application.answers, forms[application.formType])),
  }))
}

const statusOf = (n: number): Status => {
  const random = Math.imul(n + 1, 0x9e3779b1) >>> 0
  if (random % 50 === 0) return 'pitch'
  if (random % 10 < 6) return 'rejected'
  return random % 10 < 8 ? 'pending' : 'approved'
}

/** The address of the `n`th application, which no other has. */
export const uniqueMail = (n: number): string => `person${n}@inbox${n % 9973}.example`
/** A word of the `n`th application, which every thousandth has. */
export const rareWord = (n: number): string => `zanzibar${n % 1000}`

interface Index {
  readonly name: string
  readonly sql: string
}

/** The indexes to drop before the rows are inserted and to create again afterwards, which is faster. Those of constraints stay. */
const indexesOf = async ({ name, read }: Engine): Promise<readonly Index[]> =>
  (
    await (name === 'sqlite'
      ? sql<Index>`select name, sql from sqlite_schema where type = 'index' and tbl_name = 'applications' and sql is not null`
      : sql<Index>`select indexname as name, indexdef as sql from pg_indexes where schemaname = current_schema() and tablename = 'applications'
          and indexname not in (select conname from pg_constraint)`
    ).execute(read)
  ).rows

async function createIndexes(engine: Engine, indexes: readonly Index[]): Promise<void> {
  await engine.write(async (trx) => {
    if (engine.name === 'postgres') {
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql`set local maintenance_work_mem = '1GB'`.execute(trx)
    }
    for (const index of indexes) await sql.raw(index.sql).execute(trx)
  })
}

type All = Awaited<ReturnType<typeof seedApplications>>

/** The `n`th application as a row: the text of an application of the seed, with a unique address. */
function rowOf(all: All, n: number) {
  const { application, text } = all[n % all.length] as All[number]
  const seq = n + 1
  const submittedAt = new Date(begin + n * intervalMs)
  const record = { ...application, applicantEmail: uniqueMail(n), status: statusOf(n), submittedAt }
  const total = n % 7 === 0 ? (10 + ((Math.imul(n + 1, 0x9e3779b1) >>> 0) % 41)) / 10 : null
  return {
    ...changeable({ ...record, total, dueAt: dueMoment(promises, record.formType, submittedAt) }),
    seq,
    id: newId(submittedAt),
    form_type: record.formType,
    applicant_name: record.applicantName,
    company_name: `${record.companyName} ${n}`,
    answers: JSON.stringify(record.answers),
    submitted_at: submittedAt.getTime(),
    ip: record.ip,
    origin: null,
    notice: '',
    revision: 0,
    duplicate_key: `bench ${n}`,
    duplicate_rule: 'while_pending' as const,
    removed_at: null,
    hold_until: null,
    search_text: `${fold(`${uniqueMail(n)} ${rareWord(n)} ${n}`)} ${text}`,
  }
}

async function insertRows(engine: Engine, trx: Db, rows: readonly ReturnType<typeof rowOf>[]): Promise<void> {
  if (engine.name === 'postgres') {
    // One parameter for all rows: with thousands of parameters PostgreSQL plans longer than it writes.
    const names = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
    await sql`insert into applications (${names})
      select ${names} from json_populate_recordset(null::applications, ${JSON.stringify(rows)})`.execute(trx)
  } else await trx.insertInto('applications').values(rows).execute()
  for (const row of rows) for (const add of engine.search.insert(trx, row)) await trx.executeQuery(add.compile())
}

/** Inserts the applications `from` to `to` directly into the tables: the seed's texts, each with a unique address. */
export async function fill(engine: Engine, from: number, to: number): Promise<void> {
  const all = await seedApplications()
  const indexes = await indexesOf(engine)
  await engine.write(async (trx) => {
    for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(trx)
  })
  let next = from
  const insertNext = async (): Promise<void> => {
    while (next < to) {
      const begins = next
      const ends = Math.min(begins + transactionRows, to)
      next = ends
      await engine.write(async (trx) => {
        for (let at = begins; at < ends; at += statementRows)
          await insertRows(
            engine,
            trx,
            Array.from({ length: Math.min(statementRows, ends - at) }, (_, k) => rowOf(all, at + k)),
          )
        await sql`insert into history (application_id, revision, at, "by", event)
          select id, 0, submitted_at, 'applicant', '{"what":"submitted"}' from applications where seq > ${begins} and seq <= ${ends}`.execute(
          trx,
        )
      })
    }
  }
  // PostgreSQL uses one core for each connection that writes.
  await Promise.all(Array.from({ length: engine.name === 'postgres' ? 2 : 1 }, insertNext))
  const wordIndexes = indexes.filter(({ name }) => name === 'applications_search')
  await Promise.all([
    createIndexes(engine, wordIndexes),
    createIndexes(
      engine,
      indexes.filter((index) => !wordIndexes.includes(index)),
    ),
  ])
  await engine.write(async (trx) => {
    await trx.deleteFrom('counters').execute()
    await sql`insert into counters (form_type, status, shard, n)
      select form_type, status, 0, count(*) from applications group by form_type, status`.execute(trx)
  })
}
