import { expect, it } from 'vitest'
import type { Application } from '../../src/applications/application.ts'
import { returnApplication, withdraw } from '../../src/applications/withdrawal.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { admin, at, decision, deletion, gather, hold, submission } from '../support/submissions.ts'
import { undo } from '../support/undo.ts'
import type { Open } from './databases.ts'

/** The results of every list, search and count for an application. */
async function findings({ applications }: Storage, { id, applicantEmail: email, applicantName }: Application) {
  const status = 'withdrawn' as const
  const idsOf = async (query: object) => (await applications.list({ limit: 50, ...query })).applications.map(({ id }) => id)
  const facts = (await gather(applications.facts({}))).flat()
  return {
    listed: await idsOf({}),
    byAddress: await idsOf({ email }),
    found: await idsOf({ search: applicantName }),
    foundPending: await idsOf({ search: applicantName, status: 'pending' }),
    exported: (await gather(applications.all({ limit: 1 }))).map(({ id }) => id),
    withdrawn: await idsOf({ status }),
    withdrawnFound: await idsOf({ status, search: applicantName }),
    totals: [
      (await applications.list({ limit: 50 })).total,
      (await applications.list({ limit: 50, status })).total,
      await applications.count({ limit: 1, search: applicantName }),
      (await applications.stats()).total,
      (await applications.stats()).pending,
      facts.length,
    ],
    byId: (await applications.byId(id))?.id,
  }
}

export function withdrawing(open: Open): void {
  const withOne = async () => {
    const storage = await open()
    const sent = submission()
    await storage.applications.add(sent)
    const { application } = sent.change
    const save = async (change: Parameters<Storage['applications']['save']>[0]): Promise<Application> => {
      expect(await storage.applications.save(change)).toBe('saved')
      const saved = await storage.applications.byId(application.id)
      if (saved === undefined) throw new Error('the application is missing')
      return saved
    }
    const takeBack = async (withdrawn: Application, s: number) => {
      const { id } = withdrawn
      const [history, messages] = [await storage.applications.history(id), await storage.outbox.forApplication(id)]
      const change = returnApplication(withdrawn, history, messages, { at: at(s), delivery: hold(10) })
      if (!change.ok) throw new Error(change.fault)
      return save(change.value)
    }
    const letters = async () =>
      (await storage.outbox.forApplication(application.id))
        .filter(({ topic }) => topic === 'mail.letter')
        .map(({ key, state, dueAt }) => [key.replace(`${application.id}:`, ''), state, dueAt.getTime()])
    const withdrawAt = async (s: number, current = application) =>
      save(withdraw(current, 'we sold it', await storage.outbox.forApplication(current.id), { at: at(s), delivery: hold(10) }))
    return { ...storage, storage, application, id: application.id, save, takeBack, letters, withdrawAt }
  }

  it('excludes a withdrawn application from lists, search and counts until its return', async () => {
    const { storage, application, id, takeBack, withdrawAt } = await withOne()
    const before = await findings(storage, application)
    expect(before).toEqual({
      ...Object.fromEntries(['listed', 'byAddress', 'found', 'foundPending', 'exported'].map((name) => [name, [id]])),
      withdrawn: [],
      withdrawnFound: [],
      totals: [1, 0, 1, 1, 1, 1],
      byId: id,
    })
    const withdrawn = await withdrawAt(60)
    expect(withdrawn).toEqual({ ...application, withdrawnAt: at(60), revision: 1 })
    expect(await findings(storage, application)).toEqual({
      ...Object.fromEntries(['listed', 'byAddress', 'found', 'foundPending', 'exported'].map((name) => [name, []])),
      withdrawn: [id],
      withdrawnFound: [id],
      totals: [0, 1, 0, 0, 0, 0],
      byId: id,
    })
    expect(await takeBack(withdrawn, 120)).toEqual({ ...application, revision: 2 })
    expect(await findings(storage, application)).toEqual(before)
    expect((await storage.applications.history(id)).map(({ event }) => event.what)).toEqual([
      'submitted',
      'withdrawn',
      'returned',
    ])
  })

  it('stops the letters of a withdrawn application; its return queues them again', async () => {
    const { storage, application, save, takeBack, letters, withdrawAt } = await withOne()
    const [confirmation] = await storage.outbox.claim(['mail.letter'], 9, at(1), at(61))
    if (confirmation === undefined) throw new Error('no confirmation was due')
    const decided = await save(decision(application, 'pitch', at(2)))
    const withdrawn = await withdrawAt(3, decided)
    expect(await letters()).toEqual([
      ['confirmation', 'claimed', at(0).getTime()],
      ['pitch_invitation:0', 'cancelled', at(12).getTime()],
      ['withdrawn:1', 'waiting', at(3).getTime()],
    ])
    await storage.outbox.settle(confirmation, { kind: 'ended' }, at(4), undefined)
    expect(await storage.outbox.claim(['mail.letter'], 9, at(5), at(6))).toMatchObject([{ payload: { letter: 'withdrawn' } }])
    await takeBack(withdrawn, 100)
    expect(await letters()).toEqual([
      ['confirmation', 'cancelled', at(0).getTime()],
      ['pitch_invitation:0', 'cancelled', at(12).getTime()],
      ['withdrawn:1', 'claimed', at(3).getTime()],
      ['confirmation:0:2', 'waiting', at(110).getTime()],
      ['pitch_invitation:1:2', 'waiting', at(110).getTime()],
    ])
  })

  it('does not count a withdrawn application when it is deleted, nor at the undo', async () => {
    const { storage, id, withdrawAt } = await withOne()
    await withdrawAt(1)
    await storage.applications.remove(id, deletion(at(2)), at(12))
    expect((await storage.applications.stats()).total).toBe(0)
    expect((await storage.applications.list({ limit: 5, status: 'withdrawn' })).total).toBe(0)
    await undo(storage, id, admin, at(3), hold(10))
    expect((await storage.applications.stats()).total).toBe(0)
    expect((await storage.applications.list({ limit: 5, status: 'withdrawn' })).applications).toMatchObject([{ id }])
  })

  it('accepts the same application again after the earlier one is withdrawn', async () => {
    const storage = await open()
    const duplicate = { key: 'the same' }
    const first = submission({ duplicate })
    await storage.applications.add(first)
    expect(await storage.applications.add(submission({ duplicate }))).toEqual({ kind: 'duplicate' })
    await storage.applications.save(withdraw(first.change.application, '', [], { at: at(1), delivery: hold(10) }))
    expect(await storage.applications.add(submission({ duplicate }))).toMatchObject({ kind: 'added' })
  })
}
