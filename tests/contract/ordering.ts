import { expect, it } from 'vitest'
import type { Application, Scores, Status } from '../../src/applications/application.ts'
import { isDueIn } from '../../src/applications/due.ts'
import { type Order, sortApplications } from '../../src/applications/order.ts'
import type { ListQuery } from '../../src/server/records/applications/lists.ts'
import { at, decision, deletion, gather, hold, note, submission } from '../support/submissions.ts'
import { undo } from '../support/undo.ts'
import type { Open } from './databases.ts'

const hours = (n: number): number => n * 3600

/** Values of thirty applications: half are decided, a third is scored, some have scores without a total, and some have equal due moments and scores. */
const values = (n: number): Partial<Application> => ({
  submittedAt: at(n),
  dueAt: at(hours([30, 10, 20, 10][n % 4] ?? 0) + (n % 3)),
  formType: n % 5 === 0 ? 'Contact' : 'Accelerator',
  scores: n % 4 === 1 ? { team: 3 } : {},
  total: n % 3 === 0 ? [4.5, 1, 3.2][(n / 3) % 3] : null,
  companyName: n % 2 === 0 ? 'Mango Grove' : 'Papaya Yard',
})
const statusOf = (n: number): Status => (['pending', 'approved', 'pending', 'rejected'] as const)[n % 4] ?? 'pending'

export function ordering(open: Open): void {
  const filled = async () => {
    const storage = await open()
    const all: Application[] = []
    for (let n = 0; n < 30; n += 1) {
      const added = submission(values(n))
      const { application } = added.change
      await storage.applications.add(added)
      const status = statusOf(n)
      if (status !== 'pending') await storage.applications.save(decision(application, status, at(100)))
      all.push({ ...application, status })
    }
    return { ...storage, all }
  }
  const ids = (applications: readonly Application[]): string[] => applications.map(({ id }) => id)
  const matches = ({ formType, status, dueIn, search, since }: Partial<ListQuery>, application: Application): boolean =>
    (formType === undefined || application.formType === formType) &&
    (status === undefined || application.status === status) &&
    (dueIn === undefined || isDueIn(application, dueIn)) &&
    (since === undefined || application.submittedAt >= since) &&
    (search === undefined || application.companyName.toLowerCase().includes(search))

  it('lists by due, by score and by date, with filters and words, page by page', async () => {
    const { applications, all } = await filled()
    const queries: readonly Partial<ListQuery>[] = [
      {},
      { formType: 'Contact' },
      { status: 'pending' },
      { status: 'approved', formType: 'Accelerator' },
      { search: 'mango' },
      { search: 'papaya', status: 'pending' },
      { since: at(12) },
      { search: 'mango', since: at(12) },
      { email: all[4]?.applicantEmail },
    ]
    for (const order of ['date', 'due', 'score'] as const satisfies readonly Order[])
      for (const query of queries) {
        const expected = ids(
          sortApplications(
            all.filter(
              (application) =>
                matches(query, application) && (query.email ?? application.applicantEmail) === application.applicantEmail,
            ),
            order,
          ),
        )
        const complete = await applications.list({ ...query, order, limit: 100 })
        expect([order, query, ids(complete.applications), complete.total]).toEqual([order, query, expected, expected.length])
        for (const limit of [1, 4, 7]) {
          const paged: Application[] = []
          for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
            const page = await applications.list({ ...query, order, limit, cursor })
            paged.push(...page.applications)
            cursor = page.nextCursor
          }
          expect([order, query, limit, ids(paged)]).toEqual([order, query, limit, expected])
        }
        expect(ids(await gather(applications.all({ ...query, order, limit: 4 })))).toEqual(expected)
      }
  })

  it('finds and counts pending applications by due moment, the earliest first', async () => {
    const { applications, all } = await filled()
    const spans = [{ until: at(hours(15)) }, { from: at(hours(15)) }, { from: at(hours(10) + 1), until: at(hours(20) + 1) }]
    for (const dueIn of spans)
      for (const query of [{}, { formType: 'Contact' }, { search: 'mango' }, { search: 'nobody' }, { since: at(9) }] as const) {
        const expected = ids(
          sortApplications(
            all.filter((application) => matches({ ...query, dueIn }, application)),
            'due',
          ),
        )
        for (const order of ['date', 'score', undefined] as const) {
          const page = await applications.list({ ...query, dueIn, order, limit: 50 })
          expect([ids(page.applications), page.total, page.nextCursor]).toEqual([expected, expected.length, undefined])
        }
        const first = await applications.list({ ...query, dueIn, limit: 2 })
        const second = await applications.list({ ...query, dueIn, limit: 50, cursor: first.nextCursor })
        if (first.nextCursor !== undefined) expect(ids([...first.applications, ...second.applications])).toEqual(expected)
        expect(await applications.count({ ...query, dueIn, limit: 1 })).toBe(expected.length)
      }
  })

  it('the order follows a decision, its undo, a deletion and a new due moment', async () => {
    const { applications, outbox, all } = await filled()
    const due = async () => ids((await applications.list({ order: 'due', status: 'pending', limit: 50 })).applications)
    const [first = '', second = ''] = await due()
    const application = all.find(({ id }) => id === first) as Application
    await applications.save(decision(application, 'approved', at(200)))
    expect((await due())[0]).toBe(second)
    await undo({ applications, outbox }, first, 'a', at(201), hold(10))
    expect((await due())[0]).toBe(first)
    await applications.save(note({ ...application, revision: 2, dueAt: at(hours(99)) }, 'later', at(202)))
    expect((await due()).at(-1)).toBe(first)
    await applications.remove(second, deletion(at(203)), at(204))
    expect(await due()).not.toContain(second)
  })

  it('refuses the cursor of another order', async () => {
    const { applications } = await filled()
    const cursors = await Promise.all(
      (['date', 'due', 'score'] as const).map(async (order) => (await applications.list({ order, limit: 2 })).nextCursor),
    )
    for (const [index, order] of (['due', 'score', 'date'] as const).entries())
      await expect(applications.list({ order, limit: 2, cursor: cursors[index] })).rejects.toMatchObject({
        code: 'FORM_VALIDATION_FAILED',
      })
  })

  it('recomputes the totals of one form only', async () => {
    const { applications } = await open()
    const scores: readonly Scores[] = [{ team: 5 }, { team: 2 }, {}]
    const scored = scores.map((byCriterion, n) => submission({ scores: byCriterion, submittedAt: at(n) }))
    const other = submission({ scores: { team: 3 }, total: 3, formType: 'Contact' })
    for (const added of [...scored, other]) await applications.add(added)
    await applications.recomputeTotals('Accelerator', ({ team }) => (team === undefined ? null : team / 2))
    const totals = async () => (await applications.list({ order: 'score', limit: 9 })).applications.map(({ total }) => total)
    expect(await totals()).toEqual([3, 2.5, 1, null])
    await applications.recomputeTotals('Accelerator', ({ team }) => (team === 5 ? null : 4.1))
    expect(await totals()).toEqual([4.1, 3, null, null])
    expect((await applications.byId(scored[0]?.change.application.id ?? ''))?.revision).toBe(0)
  })
}
