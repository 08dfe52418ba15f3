import { expect, it } from 'vitest'
import type { Application } from '../../src/applications/application.ts'
import type { FactQuery } from '../../src/server/records/applications/lists.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { admin, at, decision, deletion, gather, hold, submission } from '../support/submissions.ts'
import { undo } from '../support/undo.ts'
import type { Open } from './databases.ts'

const factsOf = async ({ applications }: Storage, query: FactQuery = {}) => (await gather(applications.facts(query))).flat()

export function facts(open: Open): void {
  it('cover every application once, oldest first, with any batch size', async () => {
    const storage = await open()
    const moments = Array.from({ length: 1_050 }, (_, n) => at(Math.floor(n / 3) * 60))
    // Few at once: on a busy machine a crowd waits too long for two connections.
    for (let from = 0; from < moments.length; from += 10)
      await Promise.all(
        moments.slice(from, from + 10).map((submittedAt) => storage.applications.add(submission({ submittedAt }))),
      )
    const read = (await factsOf(storage)).map(({ submittedAt }) => submittedAt)
    expect(read).toEqual(moments.map((moment) => moment.getTime()))
    const part = await factsOf(storage, { from: moments[300], before: moments[900] })
    expect([part.length, part[0]?.submittedAt, part.at(-1)?.submittedAt]).toEqual([
      600,
      moments[300]?.getTime(),
      moments[899]?.getTime(),
    ])
  })

  it('have form, status, effective decision, earlier pitch and arrivals', async () => {
    const storage = await open()
    const { applications, outbox } = storage
    const add = async (overrides: Parameters<typeof submission>[0]): Promise<Application> => {
      const sent = submission(overrides)
      await applications.add(sent)
      return sent.change.application
    }
    const move = async (application: Application, to: 'approved' | 'rejected' | 'pitch', s: number): Promise<Application> => {
      const now = (await applications.byId(application.id)) as Application
      await applications.save(decision(now, to, at(s)))
      return now
    }
    const origin = { first: { page: '/', source: 'letter' }, last: { page: '/accelerator' } }
    const all = [
      await add({ submittedAt: at(0), origin }),
      await add({ submittedAt: at(1), formType: 'Contact' }),
      await add({ submittedAt: at(2) }),
      await add({ submittedAt: at(3) }),
      await add({ submittedAt: at(4) }),
      await add({ submittedAt: at(5) }),
    ] as const
    await move(all[1], 'approved', 10)
    await move(all[2], 'pitch', 10)
    await move(all[2], 'approved', 20)
    await move(all[3], 'pitch', 30)
    // An invitation that was undone and followed by a rejection does not count as a pitch.
    await move(all[4], 'pitch', 40)
    expect((await undo({ applications, outbox }, all[4].id, admin, at(41), hold(10))).kind).toBe('undone')
    await move(all[4], 'rejected', 50)
    await applications.remove(all[5].id, deletion(at(60)), at(70))

    const factRows = (await factsOf(storage)).map((fact) => [fact.formType, fact.status, fact.decidedAt, fact.pitched])
    expect(factRows).toEqual([
      ['Accelerator', 'pending', null, false],
      ['Contact', 'approved', at(10).getTime(), false],
      ['Accelerator', 'approved', at(20).getTime(), true],
      ['Accelerator', 'pitch', at(30).getTime(), true],
      ['Accelerator', 'rejected', at(50).getTime(), false],
    ])
    const [first, second] = await factsOf(storage)
    expect([first?.first, first?.last, second?.first]).toEqual([origin.first, origin.last, undefined])
    expect(first?.dueAt).toBe(all[0].dueAt.getTime())
    expect((await factsOf(storage, { status: 'pending' })).length).toBe(1)
    expect((await factsOf(storage, { formType: 'Contact' })).map(({ status }) => status)).toEqual(['approved'])
    expect(await factsOf(storage, { formType: 'Investor' })).toEqual([])
  })
}
