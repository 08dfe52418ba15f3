import { expect, it } from 'vitest'
import type { Application } from '../../src/applications/application.ts'
import type { ListQuery } from '../../src/server/records/applications/lists.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { at, decision, deletion, gather, hold, note, submission } from '../support/submissions.ts'
import { undo } from '../support/undo.ts'
import type { TestDatabase } from './databases.ts'

/** Second of submission and values of each application. Two have earlier times than their neighbours, because clocks differ. */
const rows = [
  [0, { companyName: 'Mango Lane', formType: 'Contact' }],
  [10, { companyName: 'Mango Grove', answers: { website: 'https://a.example' } }],
  [5, { companyName: 'Mango Tree' }],
  [30, { companyName: 'Papaya Yard', formType: 'Contact' }],
  [40, { companyName: 'Mango 100% Pulp' }],
  [20, { companyName: 'Mandarin Mango', answers: { website: 'https://b.example' } }],
  [50, { companyName: 'Mango Lane' }],
  [60, { companyName: 'Mango Grove', formType: 'Contact' }],
] as const satisfies readonly (readonly [number, Partial<Application>])[]

async function withRows(testDatabase: TestDatabase): Promise<Storage & { sent: readonly Application[] }> {
  const storage = await testDatabase.open()
  const { applications } = storage
  const sent: Application[] = []
  for (const [n, [second, more]] of rows.entries()) {
    const added = submission({ applicantEmail: `p${n}@x.example`, submittedAt: at(second), ...more })
    await applications.add(added)
    sent.push(added.change.application)
  }
  return { ...storage, sent }
}

export function matching(testDatabase: () => Promise<TestDatabase>): void {
  it('search: newest first, page by page, counted exactly', async () => {
    const { applications, sent } = await withRows(await testDatabase())
    const secondsOf = (matches: readonly Application[]) =>
      matches.map(({ submittedAt }) => (submittedAt.getTime() - at(0).getTime()) / 1000)
    const search = async (query: Omit<ListQuery, 'limit'>) => {
      const allMatches = await applications.list({ limit: 50, ...query })
      expect([allMatches.total, allMatches.totalCapped, allMatches.nextCursor]).toEqual([
        allMatches.applications.length,
        false,
        undefined,
      ])
      expect(await applications.count({ limit: 1, ...query })).toBe(allMatches.total)
      for (const limit of [1, 2, 3, 7]) {
        const pages: Application[] = []
        for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
          const page = await applications.list({ limit, cursor, ...query })
          expect([page.total, page.totalCapped]).toEqual([allMatches.total, false])
          pages.push(...page.applications)
          cursor = page.nextCursor
        }
        expect(pages).toEqual(allMatches.applications)
        expect(await gather(applications.all({ limit, ...query }))).toEqual(allMatches.applications)
      }
      return secondsOf(allMatches.applications)
    }
    expect(await search({ search: 'mango' })).toEqual([60, 50, 40, 20, 10, 5, 0])
    expect(await search({ search: 'ma' })).toEqual([60, 50, 40, 20, 10, 5, 0])
    expect(await search({ search: 'm' })).toEqual([60, 50, 40, 20, 10, 5, 0])
    expect(await search({ search: 'mango la' })).toEqual([50, 0])
    expect(await search({ search: 'papaya' })).toEqual([30])
    expect(await search({ search: '100%' })).toEqual([40])
    expect(await search({ search: 'p2@x.example' })).toEqual([5])
    expect(await search({ search: 'nobody' })).toEqual([])
    expect(await search({ search: 'mango', formType: 'Contact' })).toEqual([60, 0])
    expect(await search({ search: 'mango', formType: 'Contact', status: 'approved' })).toEqual([])
    expect(await search({ search: 'mango', since: at(5), until: at(50) })).toEqual([40, 20, 10, 5])
    expect(await search({ search: 'mango', since: at(11), until: at(20) })).toEqual([])
    expect(await search({ has: ['website'] })).toEqual([20, 10])
    expect(await search({ search: 'mango', email: sent[0]?.applicantEmail })).toEqual([0])
  })

  it('search follows a decision, address, deletion, undo and purge', async () => {
    const { applications, outbox, sent } = await withRows(await testDatabase())
    const old = sent[2] as Application
    const total = async (query: Omit<ListQuery, 'limit'>) => (await applications.list({ limit: 2, ...query })).total
    await applications.save(decision(old, 'approved', at(100)))
    expect(await total({ search: 'mango', status: 'approved' })).toBe(1)
    expect(await total({ search: 'mango', status: 'pending' })).toBe(6)
    await undo({ applications, outbox }, old.id, 'a', at(101), hold(10))
    expect(await total({ search: 'mango', status: 'approved' })).toBe(0)
    expect(await total({ search: 'mango', status: 'pending' })).toBe(7)
    const moved = { ...old, applicantEmail: 'quince@new.example', revision: 2 }
    expect(await applications.save(note(moved, 'address corrected', at(102)))).toBe('saved')
    expect(await total({ search: 'p2@x.example' })).toBe(0)
    expect(await total({ search: 'mango', email: 'p2@x.example' })).toBe(0)
    expect(await total({ search: 'quince' })).toBe(1)
    expect(await total({ search: 'mango', email: 'Quince@new.example' })).toBe(1)
    await applications.remove(old.id, deletion(at(103)), at(110))
    expect(await total({ search: 'mango' })).toBe(6)
    expect(await total({ search: 'quince' })).toBe(0)
    await undo({ applications, outbox }, old.id, 'a', at(104), hold(10))
    expect(await total({ search: 'mango' })).toBe(7)
    expect(await total({ search: 'quince' })).toBe(1)
    for (const id of [old.id, sent.at(-1)?.id ?? '']) await applications.remove(id, deletion(at(105)), at(110))
    expect(await applications.purge(at(111))).toBe(2)
    expect(await total({ search: 'mango' })).toBe(5)
    expect(await total({ search: 'quince' })).toBe(0)
    expect((await applications.list({ limit: 1, search: 'mango' })).applications).toEqual([sent[6]])
  })

  it('counts up to 1,000 matches, and reports more as capped', async () => {
    const { applications } = await (await testDatabase()).open()
    const add = (n: number) => applications.add(submission({ companyName: n < 1000 ? 'Both' : 'Only' }))
    for (let n = 0; n < 1001; n += 91) await Promise.all(Array.from({ length: 91 }, (_, more) => add(n + more)))
    const totals = async (search: string) => {
      const { total, totalCapped, applications: page } = await applications.list({ limit: 10, search })
      return [total, totalCapped, page.length]
    }
    expect(await totals('both')).toEqual([1000, false, 10])
    expect(await totals('applicant')).toEqual([1000, true, 10])
    expect(await totals('only')).toEqual([1, false, 1])
    expect(await applications.list({ limit: 1 })).toMatchObject({ total: 1001, totalCapped: false })
    expect(await gather(applications.all({ limit: 200, search: 'applicant' }))).toHaveLength(1001)
    expect(await applications.count({ limit: 1, search: 'applicant' })).toBe(1001)
    expect(await totals('applicant only')).toEqual([1, false, 1])
    expect(await applications.list({ limit: 1, search: 'applicant', status: 'rejected' })).toMatchObject({
      total: 0,
      applications: [],
    })
    const { id = '' } = (await applications.list({ limit: 1 })).applications[0] ?? {}
    await applications.remove(id, deletion(at(100)), at(110))
    expect(await totals('applicant')).toEqual([1000, false, 10])
  })
}
