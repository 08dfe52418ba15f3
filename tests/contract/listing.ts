import { expect, it } from 'vitest'
import type { Application } from '../../src/applications/application.ts'
import type { ListQuery } from '../../src/server/records/applications/lists.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { at, decision, gather, submission } from '../support/submissions.ts'
import type { Open } from './databases.ts'

const newestFirst = (all: readonly Application[]): Application[] =>
  [...all].sort((a, b) => b.submittedAt.getTime() - a.submittedAt.getTime() || (a.id < b.id ? 1 : -1))

const ids = (applications: readonly Application[]): string[] => applications.map(({ id }) => id)

/** Follows the cursors to the end; `between` runs before each next page. */
async function pages(storage: Storage, query: ListQuery, between = async () => {}): Promise<Application[][]> {
  const all: Application[][] = []
  for (let cursor = query.cursor; ; ) {
    const page = await storage.applications.list({ ...query, cursor })
    all.push([...page.applications])
    if (page.nextCursor === undefined) return all
    cursor = page.nextCursor
    await between()
  }
}

export function listing(open: Open): void {
  const withSome = async (count: number, overrides: (n: number) => Parameters<typeof submission>[0]) => {
    const storage = await open()
    const sent = Array.from({ length: count }, (_, n) => submission(overrides(n)))
    await Promise.all(sent.map((added) => storage.applications.add(added)))
    return { storage, sent: newestFirst(sent.map(({ change }) => change.application)) }
  }

  it('pages newest first without loss or repetition, also at equal times', async () => {
    const { storage, sent } = await withSome(23, (n) => ({ submittedAt: at(Math.floor(n / 10)) }))
    const all = await pages(storage, { limit: 5 })
    expect(all.map((page) => page.length)).toEqual([5, 5, 5, 5, 3])
    expect(all.flat()).toEqual(sent)
    expect((await pages(storage, { limit: 23 })).map((page) => page.length)).toEqual([23])
    expect(ids(await gather(storage.applications.all({ limit: 4 })))).toEqual(ids(sent))
  })

  it('lists each unchanged application exactly once during changes', async () => {
    const { storage, sent } = await withSome(20, (n) => ({ submittedAt: at(n % 3) }))
    const removed = new Set<string>()
    const seen = await pages(storage, { limit: 3 }, async () => {
      await storage.applications.add(submission({ submittedAt: at(1) }))
      await storage.applications.add(submission({ submittedAt: at(9) }))
      const last = sent.at(-1 - removed.size)
      if (removed.size < 4 && last !== undefined) {
        removed.add(last.id)
        await storage.applications.remove(last.id, { at: at(9), by: 'a', event: { what: 'deleted' } }, at(99))
      }
    })
    const seenIds = ids(seen.flat())
    expect(new Set(seenIds).size).toBe(seenIds.length)
    expect(seenIds).toEqual(expect.arrayContaining(ids(sent).filter((id) => !removed.has(id))))
  })

  it('filters by form, status and address, alone and together, and counts what matches', async () => {
    const { storage, sent } = await withSome(24, (n) => ({
      submittedAt: at(n),
      formType: (['Accelerator', 'Contact', 'Investor'] as const)[n % 3],
      applicantEmail: n % 4 === 0 ? ' Priya.Raman@People.example' : `other${n}@people.example`,
    }))
    for (const [n, application] of sent.entries())
      if (n % 2 === 0) await storage.applications.save(decision(application, 'approved', at(100)))
    const now = sent.map((application, n) => (n % 2 === 0 ? { ...application, status: 'approved' } : application))
    const priya = (application: { applicantEmail: string }): boolean => application.applicantEmail.includes('Priya')
    const check = async (query: Omit<ListQuery, 'limit'>, matches: (application: (typeof now)[number]) => boolean) => {
      const expected = ids(now.filter(matches) as Application[])
      const page = await storage.applications.list({ ...query, limit: 200 })
      expect(ids(page.applications)).toEqual(expected)
      expect([page.total, page.totalCapped]).toEqual([expected.length, false])
      expect(ids((await pages(storage, { ...query, limit: 2 })).flat())).toEqual(expected)
      return expected.length
    }
    expect(await check({}, () => true)).toBe(24)
    expect(await check({ formType: 'Contact' }, (application) => application.formType === 'Contact')).toBe(8)
    expect(await check({ status: 'approved' }, (application) => application.status === 'approved')).toBe(12)
    expect(
      await check(
        { formType: 'Contact', status: 'approved' },
        (application) => application.formType === 'Contact' && application.status === 'approved',
      ),
    ).toBe(4)
    expect(await check({ status: 'pitch' }, () => false)).toBe(0)
    expect(await check({ email: 'priya.raman@people.EXAMPLE ' }, priya)).toBe(6)
    expect(
      await check(
        { email: 'priya.raman@people.example', formType: 'Investor' },
        (application) => priya(application) && application.formType === 'Investor',
      ),
    ).toBe(2)
    expect(await check({ email: 'priya.raman@people' }, () => false)).toBe(0)
    expect(
      await check(
        { search: 'priya', status: 'pending' },
        (application) => priya(application) && application.status === 'pending',
      ),
    ).toBeGreaterThan(0)
    expect(
      await check(
        { search: 'priya', formType: 'Contact' },
        (application) => priya(application) && application.formType === 'Contact',
      ),
    ).toBe(2)
  })

  it.each([
    '',
    'x',
    'bnVsbA',
    'WzEsMl0',
    `${'A'.repeat(5000)}`,
    '🙂',
    "' or 1=1 --",
    Buffer.from('[1,"a\\u0000"]').toString('base64url'),
  ])('refuses the invalid cursor %j', async (cursor) => {
    const { applications } = await open()
    await expect(applications.list({ limit: 5, cursor })).rejects.toMatchObject({ code: 'FORM_VALIDATION_FAILED' })
  })
}
