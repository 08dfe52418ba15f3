import { expect, it } from 'vitest'
import { at, decision, deletion, note, submission } from '../support/submissions.ts'
import type { Open } from './databases.ts'

export function news(open: Open): void {
  it('returns events since a time, newest first, with deletions, up to the limit', async () => {
    const { applications } = await open()
    const sent = submission({ submittedAt: at(0) })
    const { application } = sent.change
    const { id } = application
    await applications.add(sent)
    await applications.save(decision(application, 'pitch', at(1)))
    await applications.save(note({ ...application, status: 'pitch', revision: 1 }, 'promising', at(2)))
    await applications.remove(id, deletion(at(3)), at(13))
    const all = [
      { id, revision: 3, what: 'deleted' },
      { id, revision: 2, what: 'noted' },
      { id, revision: 1, what: 'moved' },
      { id, revision: 0, what: 'submitted' },
    ]
    expect(await applications.newsSince(at(0), 9)).toEqual(all)
    expect(await applications.newsSince(at(2), 9)).toEqual(all.slice(0, 2))
    expect(await applications.newsSince(at(0), 3)).toEqual(all.slice(0, 3))
    expect(await applications.newsSince(at(4), 9)).toEqual([])
  })

  it('stores scores with an application like any change', async () => {
    const { applications } = await open()
    const sent = submission()
    const { application } = sent.change
    await applications.add(sent)
    const event = { what: 'scored', criterion: 'team', name: 'Team', from: null, to: 4 } as const
    const scored = { ...application, scores: { team: 4 } }
    expect(await applications.save({ application: scored, entry: { at: at(1), by: 'a', event }, outbox: [] })).toBe('saved')
    expect(await applications.byId(application.id)).toEqual({ ...scored, revision: 1 })
    expect((await applications.list({ limit: 1 })).applications).toEqual([{ ...scored, revision: 1 }])
    expect(await applications.save({ application: scored, entry: { at: at(2), by: 'a', event }, outbox: [] })).toBe('stale')
  })
}
