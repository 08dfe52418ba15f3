import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Application, Status } from '../../src/applications/application.ts'
import { personKeys } from '../../src/applications/person.ts'
import { dueMoment } from '../../src/content/promises.ts'
import { sha256 } from '../../src/server/crypto/hashes.ts'
import type { ListQuery } from '../../src/server/storage/applications/port.ts'
import { migrate, migrations } from '../../src/server/storage/migrations/apply.ts'
import { searchable } from '../../src/server/storage/search/fold.ts'
import { textsIn } from '../../src/server/storage/search-text.ts'
import type { Db } from '../../src/server/storage/tables.ts'
import { encodeText } from '../../src/server/storage/text-encoding.ts'
import { formTypes } from '../../src/shared/form-types.ts'
import { promises } from '../support/adapters.ts'
import { at, decision, gather, hold, submission } from '../support/submissions.ts'
import { undo } from '../support/undo.ts'
import type { TestDatabase } from './databases.ts'

interface Old {
  readonly seq: number
  readonly application: Application
  readonly removedAt: Date | null
}

/** Applications with other values than the rest, by number. */
const special: Readonly<Record<number, Partial<Application> & { readonly removed?: true }>> = {
  19400: {
    applicantEmail: 'uma@mill.example',
    companyName: 'Mill Ltd',
    answers: { phone: '+91 90000 11111', idea: 'Grinds 100% of the grain' },
  },
  19999: {
    status: 'approved',
    formType: 'Contact',
    answers: { mobile: '9000011111', website: 'https://m.example', hearAboutUs: 'A friend' },
  },
  20000: { applicantName: 'Nul\0 \ud800', notes: 'call back', meetingAt: at(99), companyName: 'mill' },
  20001: { removed: true, companyName: 'mill', answers: { idea: 'grain' } },
}

/** An application from before promises were stored. Its due moment ignores holidays, as it did then. */
function oldApplication(values: Partial<Application> & { readonly submittedAt: Date }): Application {
  const { application } = submission(values).change
  return {
    ...application,
    formVersion: 'first',
    // What was decided or noted counts as read.
    readAt: application.status === 'pending' && application.notes === '' ? null : values.submittedAt,
    dueAt: dueMoment({ ...promises, holidays: {} }, application.formType, values.submittedAt),
  }
}

/** More applications than a migration reads in one batch. */
export const old: readonly Old[] = Array.from({ length: 1_100 }, (_, n) => {
  const { removed, ...more } = special[19_400 + n] ?? {}
  return {
    seq: 19_400 + n,
    application: oldApplication({ submittedAt: at(n), ...more }),
    removedAt: removed ? at(5000) : null,
  }
})

const list = (values: readonly unknown[]): RawBuilder<unknown> => sql`(${sql.join(values)})`

/** The last schema that needs no index of words for its rows. A program of 2025 wrote rows for this schema or an older one. */
const plainSchemas = 6

/** Runs the first `count` migrations and inserts `old`, as the program of that time did. */
export async function fill(
  testDatabase: Pick<TestDatabase, 'engine' | 'nextNumber'>,
  count: number,
  old: readonly Old[],
): Promise<void> {
  const engine = await testDatabase.engine()
  await migrate(engine, at(0), migrations.slice(0, Math.min(count, plainSchemas)))
  await engine.write(async (trx) => {
    for (let n = 0; n < old.length; n += 100) {
      const some = old.slice(n, n + 100)
      const rows = some.map(({ seq, application: a, removedAt }) =>
        list([
          seq,
          a.id,
          a.formType,
          encodeText(a.applicantName),
          encodeText(a.applicantEmail),
          encodeText(a.applicantEmail.toLowerCase()),
          encodeText(a.companyName),
          JSON.stringify(a.answers),
          a.status,
          a.submittedAt.getTime(),
          encodeText(a.notes),
          a.meetingAt?.getTime() ?? null,
          a.ip,
          0,
          `key ${seq}`,
          'while_pending',
          removedAt?.getTime() ?? null,
          removedAt && at(90_000).getTime(),
          searchable([a.applicantName, a.applicantEmail, a.companyName, ...textsIn(a.answers)]),
        ]),
      )
      await sql`insert into applications (seq, id, form_type, applicant_name, applicant_email, email_key, company_name, answers, status,
        submitted_at, notes, meeting_at, ip, revision, duplicate_key, duplicate_rule, removed_at, hold_until, search_text)
        values ${sql.join(rows)}`.execute(trx)
      if (engine.name === 'sqlite')
        await sql`insert into application_search (rowid, search_text)
          select seq, search_text from applications where seq between ${some[0]?.seq} and ${some.at(-1)?.seq}`.execute(trx)
      const submitted = some.map(({ application: { id, submittedAt } }) =>
        list([id, 0, submittedAt.getTime(), 'applicant', '{"what":"submitted"}']),
      )
      await sql`insert into history (application_id, revision, at, "by", event) values ${sql.join(submitted)}`.execute(trx)
      const letters = some.map(({ application: { id } }) =>
        list([id, 'mail.letter', '{}', id, id, 0, 'waiting', 1, 1, 0, 0, 1, '']),
      )
      await sql`insert into outbox (id, topic, payload, key, application_id, revision, state, due_at, next_at, attempts, fence, created_at,
        last_fault) values ${sql.join(letters)}`.execute(trx)
    }
    await sql`insert into counters (form_type, status, shard, n)
      select form_type, status, 0, count(*) from applications where removed_at is null group by form_type, status`.execute(trx)
  })
  await migrate(engine, at(0), migrations.slice(0, count))
  await engine.close()
  await testDatabase.nextNumber((old.at(-1)?.seq ?? 0) + 1)
}

export function upgrading(testDatabase: () => Promise<TestDatabase>): void {
  it.each(migrations.map(({ name }, n) => [name, n + 1] as const))(
    'upgrades a database at %s without losing an application',
    async (_, count) => {
      const where = await testDatabase()
      const some = old.slice(590, 610)
      await fill(where, count, some)
      const { applications, outbox } = await where.open()
      const seen = some.filter(({ removedAt }) => removedAt === null).map(({ application }) => application)
      expect(await gather(applications.all({ limit: 50 }))).toEqual(seen.toReversed())
      expect((await applications.stats()).total).toBe(19)
      expect((await outbox.counts()).waiting).toBe(20)
      const contact = seen.find(({ formType }) => formType === 'Contact') as Application
      const matches = await applications.list({ limit: 50, search: 'friend', has: ['website'], status: 'approved' })
      expect(matches.applications.map(({ id }) => id)).toEqual([contact.id])
      const twin = submission({ answers: { mobile: '90000-11111' } })
      await applications.add(twin)
      const related = (await applications.related(contact.id)).find(
        ({ application }) => application.id === twin.change.application.id,
      )
      expect(related?.shared).toEqual(['phone', 'domain'])
    },
  )

  it('sets the due moment of applications of each form and weekday', async () => {
    const where = await testDatabase()
    const days = formTypes.flatMap((formType) =>
      Array.from({ length: 7 }, (_, n) => oldApplication({ formType, submittedAt: at(n * 86_400 + (n % 2) * 50_400) })),
    )
    await fill(
      where,
      12,
      days.map((application, n) => ({ seq: n + 1, application, removedAt: null })),
    )
    const { applications } = await where.open()
    for (const { id, formType, submittedAt, dueAt } of days)
      expect([formType, submittedAt, (await applications.byId(id))?.dueAt]).toEqual([formType, submittedAt, dueAt])
  })

  it('gives the spellings of one mailbox one key', async () => {
    const where = await testDatabase()
    const spellings = ['jose@bücher.example', 'Jose@bu\u0308cher.example', 'jose@xn--bcher-kva.example', 'jose@bucher.example']
    const sent = spellings.map((applicantEmail, n) =>
      oldApplication({ applicantEmail, submittedAt: at(n), formType: 'StartupStudio', companyName: `Book ${n}`, answers: {} }),
    )
    await fill(
      where,
      migrations.findIndex(({ name }) => name === '0039-mailbox-keys'),
      sent.map((application, n) => ({ seq: n + 1, application, removedAt: null })),
    )
    const { applications, persons } = await where.open()
    const own = sent.slice(0, 3).map(({ id }) => id)
    for (const email of spellings.slice(0, 3)) {
      const listed = async (query: Omit<ListQuery, 'limit'>) =>
        (await applications.list({ limit: 50, email, ...query })).applications.map(({ id }) => id)
      expect(await listed({})).toEqual(own.toReversed())
      expect(await listed({ search: 'book' })).toEqual(own.toReversed())
      const owned = await persons.owned(personKeys({ applicantEmail: email, applicantName: '', companyName: '', answers: {} }))
      expect(owned.map(({ application }) => application.id)).toEqual(own.toReversed())
    }
    expect((await applications.related(own[0] ?? '')).map(({ shared }) => shared)).toEqual([
      ['email', 'domain'],
      ['email', 'domain'],
    ])
    const key = sha256(JSON.stringify(['StartupStudio', 'jose@xn--bcher-kva.example', 'book 1']))
    const again = submission({ formType: 'StartupStudio' })
    const added = await applications.add({ ...again, duplicate: { key, rule: 'while_pending', since: at(0) } })
    expect(added.kind).toBe('duplicate')
  })

  it('gives each letter its name, and the revision that its key named', async () => {
    const where = await testDatabase()
    const before = migrations.findIndex(({ name }) => name === '0062-named-letters')
    await fill(where, before, old.slice(0, 1))
    const id = old[0]?.application.id ?? ''
    const rows: readonly (readonly [key: string, letter: string, revision: number])[] = [
      [`${id}:pitch_invitation:0`, 'pitch_invitation', 1],
      [`${id}:pitch_invitation:0:again:2`, 'pitch_invitation', 3],
      [`${id}:pitch_invitation:0:again:2:edited:3`, 'pitch_invitation', 4],
      [`${id}:confirmation:to:4`, 'confirmation', 5],
      [`${id}:written:key-1`, 'written', 6],
      [`${id}:written:key-1:to:6`, 'written', 7],
    ]
    const engine = await where.engine()
    await engine.write(async (trx) => {
      for (const [key, letter, revision] of rows)
        await sql`insert into outbox (id, topic, payload, key, application_id, revision, state, due_at, next_at, attempts, fence, created_at,
          last_fault) values (${key}, 'mail.letter', ${JSON.stringify({ letter, applicationId: id })}, ${key}, ${id}, ${revision}, 'waiting', 1, 1,
          0, 0, ${revision}, '')`.execute(trx)
    })
    await engine.close()
    const { outbox } = await where.open()
    const entries = (await outbox.forApplication(id)).filter(({ key }) => key !== id)
    expect(entries.map(({ revision }) => revision)).toEqual([1, 1, 1, 0, 6, 6])
    // The list of held letters finds them by name.
    expect((await outbox.held(new Date(0), 10)).map(({ entry }) => entry.key)).toContain(`${id}:pitch_invitation:0`)
  })

  it('a migration may run longer than the statement timeout of the server', async () => {
    const engine = await (await testDatabase()).engine()
    let timeout = '0'
    const up = async (trx: Db): Promise<void> => {
      if (engine.name === 'sqlite') return
      timeout = (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(trx)).rows[0]?.statement_timeout ?? ''
    }
    await migrate(engine, at(0), [{ name: '9999-probe', up }])
    await engine.close()
    expect(timeout).toBe('0')
  })

  it('migrates a database of the second migration: search, counts and links work', async () => {
    const where = await testDatabase()
    await fill(where, 2, old)
    const { applications, outbox } = await where.open()
    const seen = old.filter(({ removedAt }) => removedAt === null).map(({ application }) => application)
    // Also the values that older programs did not store: no scores, no origin, no notice.
    expect(await gather(applications.all({ limit: 500 }))).toEqual(seen.toReversed())
    expect(await gather(applications.all({ limit: 500, search: 'people' }))).toEqual(
      seen.filter(({ applicantEmail }) => applicantEmail.endsWith('people.example')).toReversed(),
    )
    const inStatus = (status: Status) => seen.filter((application) => application.status === status).length
    expect(await applications.stats()).toMatchObject({
      total: 1099,
      pending: inStatus('pending'),
      approved: 1,
      byFormType: { Contact: 1 },
    })
    expect((await outbox.counts()).waiting).toBe(1100)

    const number = new Map(old.map(({ seq, application }) => [application.id, seq]))
    const search = async (query: Omit<ListQuery, 'limit'>) => {
      const page = await applications.list({ limit: 50, ...query })
      expect(page.total).toBe(page.applications.length)
      return page.applications.map(({ id }) => number.get(id) ?? id)
    }
    expect(await search({ search: 'mill' })).toEqual([20_000, 19_400])
    expect(await search({ search: '100% grain' })).toEqual([19_400])
    expect(await search({ search: old[7]?.application.applicantEmail })).toEqual([19_407])
    expect(await search({ has: ['website'] })).toEqual([19_999])
    expect(await search({ has: ['notes', 'meeting'] })).toEqual([20_000])
    expect(await search({ source: 'friend', formType: 'Contact', status: 'approved' })).toEqual([19_999])
    expect(await search({ search: 'grain', email: 'UMA@mill.example' })).toEqual([19_400])
    const uma = old[0]?.application as Application
    expect((await applications.related(uma.id)).map(({ application, shared }) => [number.get(application.id), shared])).toEqual([
      [20_000, ['company']],
      [19_999, ['phone']],
    ])

    expect(await applications.save(decision(uma, 'approved', at(6000)))).toBe('saved')
    expect(await search({ search: 'mill', status: 'approved' })).toEqual([19_400])
    expect(await search({ search: 'mill', status: 'pending' })).toEqual([20_000])
    expect((await applications.history(uma.id)).map(({ event }) => event.what)).toEqual(['submitted', 'moved'])
    const deleted = String(old[601]?.application.id)
    expect((await undo({ applications, outbox }, deleted, 'a', at(6000), hold(10))).kind).toBe('undone')
    expect(await search({ search: 'mill' })).toEqual([20_001, 20_000, 19_400])
    const fresh = submission({ companyName: 'Mill Ltd', submittedAt: at(7000) })
    await applications.add(fresh)
    expect(await search({ search: 'mill' })).toEqual([fresh.change.application.id, 20_001, 20_000, 19_400])
    expect((await applications.related(uma.id)).map(({ application }) => number.get(application.id) ?? application.id)).toEqual([
      fresh.change.application.id,
      20_001,
      20_000,
      19_999,
    ])
  })
}
