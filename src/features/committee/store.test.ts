import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../tests/contract/on-database.ts'
import { openApp } from '../../../tests/support/app.ts'
import { statementsOf } from '../../../tests/support/statements.ts'
import { migrate, migrations } from '../../server/database/migrations/apply.ts'
import { sqlite } from '../../server/database/sqlite/engine.ts'
import { helperLinks } from '../../server/records/access/helper-links.ts'
import { committee } from './store.ts'

it('rounds of an earlier version keep their members, links and reviews', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kolam-committee-'))
  const engine = sqlite(folder)
  try {
    await migrate(
      engine,
      new Date(0),
      migrations.filter(({ name }) => name < '0211'),
    )
    await engine.write(async (trx) => {
      for (const statement of [
        `insert into applications (id, form_type, applicant_name, applicant_email, email_key, company_name, answers, status, submitted_at, due_at, notes, ip,
          revision, duplicate_key, duplicate_rule, search_text, facets)
          values ('a', 'Contact', 'A', 'a@b.example', 'a@b.example', '', '{}', 'pending', 1, 1, '', '', 0, 'a', 'none', '', '')`,
        "insert into committee_rounds values ('r', 'Reading', 0, 1, 9, 5)",
        "insert into committee_applications values ('r', 'a', 0)",
        "insert into committee_members values ('m', 'r', 'Meera', 'm@b.example', 2, 'hash', 3, null), ('n', 'r', 'Ravi', '', 0, 'other', null, 4)",
        "insert into committee_reviews values ('m', 'a', 1, 4, 'Good', 0, 3, 3)",
      ])
        await sql.raw(statement).execute(trx)
    })
    await migrate(engine, new Date(0))
    const [round] = await committee(engine).rounds()
    expect(round).toMatchObject({
      id: 'r',
      applications: ['a'],
      members: [
        {
          id: 'm',
          name: 'Meera',
          email: 'm@b.example',
          generation: 2,
          secretHash: 'hash',
          seenAt: new Date(3),
          endedAt: new Date(5),
        },
        { id: 'n', name: 'Ravi', seenAt: null, endedAt: new Date(4), until: new Date(9), title: 'Reading', right: 'committee' },
      ],
    })
    expect(await committee(engine).reviews({ round: 'r' })).toMatchObject([
      { memberId: 'm', applicationId: 'a', score: 4, comment: 'Good' },
    ])
    // With the round go its links and their reviews.
    expect(await committee(engine).remove('r')).toBe(true)
    expect([await helperLinks(engine).all(), await committee(engine).reviews({ application: 'a' })]).toEqual([[], []])
  } finally {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

it('what is over is not read every five minutes, nor for other applications', async () => {
  const app = await openApp({ databaseUrl: null })
  try {
    const [read, other] = [
      (await app.apply('Accelerator', { email: 'palm@canary.example' })).id,
      (await app.apply('Accelerator', { email: 'quay@canary.example' })).id,
    ]
    const body = { title: 'Over', ids: [read], days: 14, readers: 1, members: [{ name: 'Meera' }] }
    const { id } = (await app.call('/api/committees', 'POST', body)).body
    const readersRead = async (work: () => Promise<unknown>): Promise<boolean> =>
      (await statementsOf(work)).some((statement) => statement.includes('committee_readers'))
    const chore = () => readersRead(() => app.chore('shares of committees'))
    const reviewsOf = (each: string) => readersRead(() => app.call(`/api/applications/${each}/committee`))
    expect([await chore(), await reviewsOf(read), await reviewsOf(other)]).toEqual([true, true, false])
    await app.call(`/api/committees/${id}/end`, 'POST')
    expect([await chore(), (await app.call(`/api/applications/${read}/committee`)).body.rounds.length]).toEqual([false, 1])
  } finally {
    await app.remove()
  }
})

onBothDatabases((fresh) => {
  it('a round of a thousand is read by twenty', async () => {
    const { engine } = await fresh()
    await engine.write((trx) =>
      sql`
        insert into applications (id, form_type, applicant_name, applicant_email, email_key, company_name, answers, status, submitted_at, due_at, notes, ip,
          revision, duplicate_key, duplicate_rule, search_text, facets)
        with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1000)
        select 'a' || n, 'Contact', 'A', 'a@b.example', 'a@b.example', '', '{}', 'pending', 1, 1, '', '', 0, 'a' || n, 'none', '', '' from numbers`.execute(
        trx,
      ),
    )
    const store = committee(engine)
    const applications = Array.from({ length: 1_000 }, (_, n) => `a${n + 1}`)
    const [at, until] = [new Date(1), new Date(9)]
    const members = Array.from({ length: 20 }, (_, n) => ({
      ...{ id: `m${n}`, right: 'committee' as const, scope: 'r', title: 'All', name: `M${n}`, email: '', generation: 0 },
      ...{ secretHash: `${n}`, createdAt: at, until, usedAt: null, seenAt: null, endedAt: null },
    }))
    const round = { id: 'r', title: 'All', withNames: false, createdAt: at, endsAt: until, endedAt: null }
    await store.add({ ...round, members, applications, readers: 20 }, { drafts: [], at })
    await store.save('m7', 'a1000', { score: 4, comment: '', conflict: false }, 0, at)
    await store.markRead('m7', 'a1', at)
    const stored = await store.round('r')
    expect([stored?.applications, stored?.shared.length]).toEqual([applications, 20_000])
    expect([...(await store.progress()), ...(await store.means())]).toEqual([
      ['m7', { read: 2, done: 1 }],
      ['a1000', 4],
    ])
  })

  it('members who join at the same time share the round out once', async () => {
    const storage = await fresh()
    const app = await openApp({ wrap: () => storage })
    try {
      const ids: string[] = []
      for (const companyName of ['Palm', 'Quay', 'Reed', 'Sail']) {
        const email = `${companyName.toLowerCase()}@canary.example`
        ids.push((await app.apply('Accelerator', { companyName, email })).id)
      }
      const body = { title: 'Shared', ids, days: 14, readers: 1, members: [{ name: 'Meera' }] }
      const { id } = (await app.call('/api/committees', 'POST', body)).body
      const joined = await Promise.all(
        ['Ravi', 'Tara', 'Usha', 'Vani'].map((name) => app.call(`/api/committees/${id}/members`, 'POST', { name, email: '' })),
      )
      const { applications } = (await app.call(`/api/committees/${id}`)).body
      expect([
        joined.map(({ status }) => status),
        applications.map(({ readers }: { readonly readers: readonly string[] }) => readers.length),
      ]).toEqual([
        [200, 200, 200, 200],
        [1, 1, 1, 1],
      ])
      // A second press of Add, and one of another window.
      const twice = await Promise.all(
        ['Wasim', 'Wasim', 'Wasim'].map((name) => app.call(`/api/committees/${id}/members`, 'POST', { name, email: '' })),
      )
      expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
      const [added, ended] = await Promise.all([
        app.call(`/api/committees/${id}/members`, 'POST', { name: 'Xena', email: '' }),
        app.call(`/api/committees/${id}/end`, 'POST', {}),
      ])
      const { round } = (await app.call(`/api/committees/${id}`)).body
      expect([[200, 409].includes(added.status), ended.status, round.open]).toEqual([true, 200, false])
      expect(round.members.filter(({ ended_at }: { readonly ended_at: string | null }) => ended_at === null)).toEqual([])
    } finally {
      await app.remove()
    }
  })
})
