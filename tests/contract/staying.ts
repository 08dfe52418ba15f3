import { expect, it } from 'vitest'
import { at, submission } from '../support/submissions.ts'
import type { TestDatabase } from './databases.ts'

export function staying(testDatabase: () => Promise<TestDatabase>): void {
  it('is readable after closing and opening again', async () => {
    const where = await testDatabase()
    const first = await where.open()
    const sent = submission({ key: 'k' })
    await first.applications.add(sent)
    await first.limits.hit('a', 1, 1000, at(0))
    await first.ping()
    await first.close()
    await expect(first.applications.add(submission())).rejects.toThrow()
    await expect(first.ping()).rejects.toThrow()
    const second = await where.open()
    expect(await second.applications.byId(sent.change.application.id)).toEqual(sent.change.application)
    expect((await second.applications.add(submission({ key: 'k' }))).kind).toBe('already_added')
  })

  it('can be opened by several processes, which see the writes of each other', async () => {
    const where = await testDatabase()
    const all = await Promise.all([1, 2, 3, 4].map(() => where.open({ sharesFolder: true })))
    const sent = await Promise.all(
      all.map(async ({ applications }) => {
        const added = submission({ key: 'the same', duplicate: { key: 'the same' } })
        return applications.add(added)
      }),
    )
    expect(sent.map(({ kind }) => kind).sort()).toEqual(['added', 'already_added', 'already_added', 'already_added'])
    for (const { applications } of all) expect((await applications.stats()).total).toBe(1)
  })

  it('keeps the claims of a running server when a tool opens the database', async () => {
    const where = await testDatabase()
    const { applications, outbox } = await where.open()
    await applications.add(submission())
    const topics = ['mail.letter', 'sheet.row'] as const
    const claimed = await outbox.claim(topics, 9, at(0), at(60))
    expect(claimed.map(({ topic }) => topic).sort()).toEqual(topics)
    const tool = await where.open({ sharesFolder: true })
    expect(await tool.outbox.claim(topics, 9, at(59), at(120))).toEqual([])
    for (const entry of claimed) expect(await outbox.settle(entry, { kind: 'sent' }, at(59), undefined)).toBe(true)
  })

  it('closed during inserts, acknowledges only what it stores', async () => {
    const where = await testDatabase()
    const storage = await where.open()
    const adding = Promise.allSettled([1, 2, 3].map(() => storage.applications.add(submission())))
    const [results] = await Promise.all([adding, storage.close()])
    const acknowledged = results.filter(({ status }) => status === 'fulfilled').length
    expect((await (await where.open()).applications.stats()).total).toBe(acknowledged)
  })
}
