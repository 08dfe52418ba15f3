import fc from 'fast-check'
import { expect, it } from 'vitest'
import { statuses } from '../../src/applications/application.ts'
import { mayMove } from '../../src/applications/moves.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { formTypes } from '../../src/shared/form-types.ts'
import { admin, at, decision, deletion, gather, hold, note, submission } from '../support/submissions.ts'
import { undo } from '../support/undo.ts'
import type { Open } from './databases.ts'

type Step = { readonly act: 'add' | 'move' | 'note' | 'remove' | 'undo' | 'purge'; readonly which: number; readonly to: number }

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('add', 'add', 'move', 'move', 'note', 'remove', 'undo', 'undo', 'purge'),
  which: fc.nat(5),
  to: fc.nat(3),
})

async function recount({ applications }: Storage) {
  const all = await gather(applications.all({ limit: 50 }))
  const count = (of: (application: (typeof all)[number]) => boolean): number => all.filter(of).length
  return {
    total: all.length,
    ...Object.fromEntries(statuses.map((status) => [status, count((application) => application.status === status)])),
    byFormType: Object.fromEntries(formTypes.map((type) => [type, count((application) => application.formType === type)])),
  }
}

export function counting(open: Open): void {
  it('counts zero in an empty database', async () => {
    const storage = await open()
    expect(await storage.applications.stats()).toEqual({
      total: 0,
      pending: 0,
      approved: 0,
      rejected: 0,
      pitch: 0,
      byFormType: Object.fromEntries(formTypes.map((type) => [type, 0])),
    })
  })

  it('stays equal to the records through concurrent changes', { tags: ['random'] }, async () => {
    const storage = await open()
    const { applications, outbox } = storage
    const ids: string[] = []
    let clock = 0
    const run = async ({ act, which, to }: Step): Promise<unknown> => {
      clock += 1
      const now = at(clock)
      const id = ids[which % Math.max(1, ids.length)] ?? 'none'
      const application = await applications.byId(id)
      if (act === 'purge') return applications.purge(now)
      if (act === 'undo') return undo({ applications, outbox }, id, admin, now, hold(4))
      if (act === 'remove') return applications.remove(id, deletion(now), at(clock + 4))
      if (act === 'note') return application && applications.save(note(application, `${clock}`, now))
      if (act === 'move') {
        const status = statuses[to] ?? 'pending'
        return application && mayMove(application.status, status) && applications.save(decision(application, status, now))
      }
      const sent = submission({ formType: formTypes[to], submittedAt: now })
      ids.push(sent.change.application.id)
      return applications.add(sent)
    }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 6 }), { minLength: 1, maxLength: 12 }), async (rounds) => {
        for (const together of rounds) await Promise.all(together.map(run))
        const counted = await recount(storage)
        expect(await applications.stats()).toEqual(counted)
        for (const formType of [undefined, formTypes[0], formTypes[1]])
          for (const status of [undefined, ...statuses]) {
            const { total } = await applications.list({ limit: 1, formType, status })
            expect(total).toBe((await gather(applications.all({ limit: 200, formType, status }))).length)
          }
      }),
      { numRuns: 15 },
    )
    expect((await applications.stats()).total).toBeGreaterThan(0)
  })
}
