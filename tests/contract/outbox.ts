import { describe, expect, it } from 'vitest'
import type { OutboxEntry } from '../../src/applications/outbox.ts'
import type { Outbox } from '../../src/server/records/outbox/port.ts'
import { admin, at, decision, deletion, hold, note, removal, submission } from '../support/submissions.ts'
import { undo } from '../support/undo.ts'
import type { Open } from './databases.ts'

const mirror = hold(10, 'mirror')
const both = ['mail.letter', 'sheet.row'] as const
const present = (entry: OutboxEntry | undefined): OutboxEntry => {
  if (entry === undefined) throw new Error('no entry was claimed')
  return entry
}

export function outbox(open: Open): void {
  /** Stores one application for each due time, with one row in the outbox. */
  const withRows = async (...due: number[]) => {
    const storage = await open()
    const keys: string[] = []
    for (const [n, s] of due.entries()) {
      const sent = submission()
      const { id } = sent.change.application
      const row = {
        topic: 'sheet.row',
        payload: { applicationId: id },
        key: `row ${n}`,
        applicationId: id,
        dueAt: at(s),
      } as const
      await storage.applications.add({ ...sent, change: { ...sent.change, outbox: [row] } })
      keys.push(id)
    }
    return { ...storage, ids: keys }
  }
  const keys = (entries: readonly OutboxEntry[]): string[] => entries.map(({ key }) => key)

  it('claims due entries of the requested topics, oldest first, up to the limit', async () => {
    const { outbox } = await withRows(30, 10, 20, 99)
    expect(await outbox.nextDue(at(0))).toEqual(at(10))
    expect(await outbox.claim(['mail.letter'], 10, at(50), at(80))).toEqual([])
    expect(await outbox.claim([], 10, at(50), at(80))).toEqual([])
    expect(await outbox.claim(both, 0, at(50), at(80))).toEqual([])
    expect(keys(await outbox.claim(both, 2, at(50), at(80)))).toEqual(['row 1', 'row 2'])
    const [third, ...rest] = await outbox.claim(both, 10, at(50), at(90))
    expect(third).toMatchObject({
      key: 'row 0',
      state: 'claimed',
      attempts: 1,
      fence: 1,
      payload: { applicationId: expect.any(String) },
    })
    expect(rest).toEqual([])
    expect(await outbox.claim(both, 10, at(50), at(90))).toEqual([])
    expect(await outbox.nextDue(at(50))).toEqual(at(99))
    expect(keys(await outbox.claim(both, 10, at(98.999), at(200)))).toEqual(['row 1', 'row 2', 'row 0'])
    expect(keys(await outbox.claim(both, 10, at(99), at(200)))).toEqual(['row 3'])
  })

  it('passes over any number of entries that must wait for an earlier one', async () => {
    const { applications, outbox } = await open()
    const [blocked, other] = [submission(), submission()]
    const row = ({ change }: typeof other, n: number, s: number) => {
      const { id: applicationId } = change.application
      return {
        topic: 'sheet.row',
        payload: { applicationId },
        key: `${applicationId} ${n}`,
        applicationId,
        dueAt: at(s),
      } as const
    }
    const rows = Array.from({ length: 250 }, (_, n) => row(blocked, n, n / 1000))
    await applications.add({ ...blocked, change: { ...blocked.change, outbox: rows } })
    await applications.add({ ...other, change: { ...other.change, outbox: [row(other, 0, 1)] } })
    const first = present((await outbox.claim(both, 1, at(2), at(80)))[0])
    await outbox.settle(first, { kind: 'failed', fault: 'no answer' }, at(3), at(100))
    expect((await outbox.claim(both, 9, at(4), at(300))).map(({ applicationId }) => applicationId)).toEqual([
      other.change.application.id,
    ])
    expect((await outbox.claim(both, 9, at(100), at(200))).map(({ id }) => id)).toEqual([first.id])
  })

  it('returns the applications whose address refused a letter', async () => {
    const { outbox, applications } = await open()
    const [reached, refused] = [submission(), submission()]
    for (const each of [reached, refused]) await applications.add(each)
    const ids = [reached, refused].map(({ change }) => change.application.id)
    for (const entry of await outbox.claim(['mail.letter'], 10, at(50), at(80)))
      await outbox.settle(
        entry,
        entry.applicationId === ids[1] ? { kind: 'refused', fault: '550 no such user' } : { kind: 'sent' },
        at(51),
        undefined,
      )
    expect(await outbox.unreachable(ids)).toEqual([ids[1]])
    expect(await outbox.unreachable([])).toEqual([])
  })

  it('claims no entry for two workers', async () => {
    const { outbox } = await withRows(...Array.from({ length: 60 }, (_, n) => n / 10))
    const taken = await Promise.all(Array.from({ length: 10 }, () => outbox.claim(both, 7, at(50), at(80))))
    const all = taken.flat()
    expect(new Set(keys(all)).size).toBe(all.length)
    const rest = await outbox.claim(both, 100, at(50), at(80))
    expect(new Set(keys([...all, ...rest])).size).toBe(60)
    expect(all.length + rest.length).toBe(60)
    expect(all.every(({ fence }) => fence === 1)).toBe(true)
  })

  it('gives a lapsed claim to another worker, and ignores the first one', async () => {
    const { outbox } = await withRows(0)
    const slow = present((await outbox.claim(both, 1, at(0), at(60)))[0])
    expect(await outbox.claim(both, 1, at(59.999), at(100))).toEqual([])
    expect(await outbox.claim(both, 1, at(60), at(100), [slow.id])).toEqual([])
    const quick = present((await outbox.claim(both, 1, at(60), at(100)))[0])
    expect(quick).toMatchObject({ id: slow.id, attempts: 2, fence: 2 })
    expect(await outbox.settle(slow, { kind: 'failed', fault: 'timeout' }, at(61), at(300))).toBe(false)
    expect(await outbox.settle(slow, { kind: 'sent' }, at(61), undefined)).toBe(false)
    expect(await outbox.inState('claimed', 10)).toMatchObject([{ id: quick.id, lastFault: '', sentAt: null }])
    expect(await outbox.settle(quick, { kind: 'sent' }, at(62), undefined)).toBe(true)
    expect(await outbox.settle(quick, { kind: 'sent' }, at(63), undefined)).toBe(false)
    expect(await outbox.inState('sent', 10)).toMatchObject([{ id: quick.id, sentAt: at(62) }])
    expect(await outbox.nextDue(at(0))).toBeUndefined()
  })

  it('accepts a lapsed claim while no other worker has claimed it', async () => {
    const { outbox } = await withRows(0)
    const entry = present((await outbox.claim(both, 1, at(0), at(60)))[0])
    expect(await outbox.settle(entry, { kind: 'sent' }, at(61), undefined)).toBe(true)
    expect(await outbox.claim(both, 1, at(1000), at(2000))).toEqual([])
  })

  it('retries, parks, and sends again on request', async () => {
    const { outbox } = await withRows(0, 1, 2)
    const [first, second, third] = (await outbox.claim(both, 3, at(5), at(60))).map(present)
    if (first === undefined || second === undefined || third === undefined) throw new Error('three were due')
    expect(await outbox.settle(first, { kind: 'failed', fault: '421 busy \0' }, at(6), at(66))).toBe(true)
    expect(await outbox.settle(second, { kind: 'failed', fault: 'five days' }, at(6), undefined)).toBe(true)
    expect(await outbox.settle(third, { kind: 'refused', fault: '550 no such mailbox' }, at(6), at(66))).toBe(true)
    expect(await outbox.counts()).toEqual({ waiting: 1, claimed: 0, sent: 0, parked: 2, cancelled: 0 })
    expect(await outbox.inState('waiting', 9)).toMatchObject([
      { key: 'row 0', lastFault: '421 busy \0', dueAt: at(66), attempts: 1 },
    ])
    expect(keys(await outbox.inState('parked', 9)).sort()).toEqual(['row 1', 'row 2'])
    expect(await outbox.claim(both, 9, at(65), at(99))).toEqual([])
    expect(await outbox.retry(second.id, at(10))).toBe('queued')
    expect(await outbox.retry(second.id, at(10))).toBe('not_found')
    expect(await outbox.retry(first.id, at(10))).toBe('not_found')
    expect(await outbox.retry('another', at(10))).toBe('not_found')
    expect(keys(await outbox.claim(both, 9, at(10), at(99)))).toEqual(['row 1'])
    expect(keys(await outbox.claim(both, 9, at(66), at(99)))).toEqual(['row 0'])
  })

  it('keeps the first failure of an entry until it is sent or released by hand', async () => {
    const { outbox } = await withRows(0)
    const attempt = async (s: number, retryAt: Date | undefined) => {
      const entry = present((await outbox.claim(both, 1, at(s), at(s + 60)))[0])
      await outbox.settle(entry, { kind: 'failed', fault: `at ${s}` }, at(s + 1), retryAt)
      return entry
    }
    expect((await attempt(5, at(10))).failingSince).toBeNull()
    const second = await attempt(10, undefined)
    expect(second.failingSince).toEqual(at(6))
    expect(await outbox.inState('parked', 1)).toMatchObject([{ failingSince: at(6) }])
    await outbox.retry(second.id, at(600))
    expect((await attempt(600, at(700))).failingSince).toBeNull()
    const last = present((await outbox.claim(both, 1, at(700), at(760)))[0])
    expect(last.failingSince).toEqual(at(601))
    await outbox.settle(last, { kind: 'sent' }, at(701), undefined)
    expect(await outbox.inState('sent', 1)).toMatchObject([{ failingSince: null }])
  })

  it('reports since when a topic fails, why, and how many entries wait', async () => {
    const { outbox } = await withRows(0, 1, 2, 3)
    expect(await outbox.failing('sheet.row')).toBeUndefined()
    const fail = async (s: number) => {
      const entry = present((await outbox.claim(both, 1, at(s), at(s + 60)))[0])
      await outbox.settle(entry, { kind: 'failed', fault: `busy \0 at ${s}` }, at(s), at(s + 500))
    }
    await fail(10)
    await fail(20)
    expect(await outbox.failing('sheet.row')).toEqual({ since: at(10), fault: 'busy \0 at 20', waiting: 2 })
    expect(await outbox.failing('mail.letter')).toBeUndefined()
    // After one entry was sent, the time of the outage starts again.
    const taken = present((await outbox.claim(both, 1, at(30), at(90)))[0])
    await outbox.settle(taken, { kind: 'sent' }, at(31), undefined)
    expect(await outbox.failing('sheet.row')).toEqual({ since: at(31), fault: 'busy \0 at 20', waiting: 2 })
    // A claimed entry counts as waiting.
    await outbox.claim(both, 1, at(510), at(570))
    expect(await outbox.failing('sheet.row')).toMatchObject({ waiting: 2 })
    // A parked entry does not.
    for (const entry of await outbox.claim(both, 9, at(600), at(660)))
      await outbox.settle(entry, { kind: 'refused', fault: 'no' }, at(600), undefined)
    expect(await outbox.failing('sheet.row')).toBeUndefined()
  })

  it('wakes failed entries of one topic, and no held ones', async () => {
    const { outbox, applications } = await withRows(0)
    const sent = submission()
    await applications.add({ ...sent, change: { ...sent.change, outbox: [] } })
    await applications.save(decision(sent.change.application, 'approved', at(0)))
    const entry = present((await outbox.claim(both, 1, at(5), at(60)))[0])
    await outbox.settle(entry, { kind: 'failed', fault: 'x' }, at(6), at(900))
    expect(await outbox.wake('mail.letter', at(7))).toBe(0)
    expect(await outbox.wake('sheet.row', at(7))).toBe(1)
    expect(await outbox.wake('sheet.row', at(7))).toBe(0)
    expect(keys(await outbox.claim(both, 9, at(7), at(60)))).toEqual(['row 0'])
  })

  it('lists entries of a state newest first, up to the limit', async () => {
    const storage = await open()
    for (const n of [1, 2, 3]) await storage.applications.add(submission({ submittedAt: at(n) }))
    const waiting = await storage.outbox.inState('waiting', 3)
    expect(waiting.map(({ createdAt }) => createdAt)).toEqual([at(3), at(3), at(2)])
  })

  it('cancels an entry that fails after a deletion; the undo queues it again', async () => {
    const { outbox, applications, ids } = await withRows(0)
    const id = ids[0] ?? ''
    const entry = present((await outbox.claim(both, 1, at(0), at(60)))[0])
    await applications.remove(id, deletion(at(1)), at(11))
    expect(await outbox.settle(entry, { kind: 'failed', fault: 'x' }, at(2), at(5))).toBe(true)
    expect(await outbox.counts()).toMatchObject({ waiting: 0, claimed: 0, cancelled: 1 })
    await undo({ applications, outbox }, id, admin, at(3), hold(10))
    expect(keys(await outbox.claim(both, 1, at(4), at(60)))).toEqual([])
    expect(keys(await outbox.claim(both, 1, at(5), at(60)))).toEqual(['row 0'])
  })

  it('claims the letters about one application one by one, in the order of its changes', async () => {
    const { outbox, applications } = await open()
    const letters = (entries: readonly OutboxEntry[]) => entries.map(({ key }) => key.slice(0, 8)).toSorted()
    const claim = async (s: number) => outbox.claim(['mail.letter'], 10, at(s), at(s + 60))
    for (const name of ['a', 'b']) {
      const sent = submission()
      const { id } = sent.change.application
      await applications.add({ ...sent, change: { ...sent.change, outbox: [] } })
      for (const change of [1, 2, 3]) {
        const letter = { topic: 'mail.letter', payload: { letter: 'approval', applicationId: id } } as const
        const key = `letter ${change} of ${name}`
        const stored = (await applications.byId(id)) ?? expect.fail('not stored')
        const changed = {
          ...note(stored, key, at(change)),
          outbox: [{ ...letter, key, applicationId: id, dueAt: at(9 - change) }],
        }
        expect(await applications.save(changed)).toBe('saved')
      }
    }
    const first = await claim(9)
    expect(letters(first)).toEqual(['letter 1', 'letter 1'])
    expect(await claim(9)).toEqual([])
    for (const entry of first) await outbox.settle(entry, { kind: 'failed', fault: 'x' }, at(10), at(20))
    expect(await claim(11)).toEqual([])
    const [again, other] = (await claim(20)).map(present)
    expect(letters([again, other].map(present))).toEqual(['letter 1', 'letter 1'])
    await outbox.settle(present(again), { kind: 'sent' }, at(21), undefined)
    await outbox.settle(present(other), { kind: 'failed', fault: 'x' }, at(21), at(90_000))
    const [second, ...none] = await claim(22)
    expect([letters([present(second)]), none]).toEqual([['letter 2'], []])
    await outbox.settle(present(second), { kind: 'refused', fault: 'x' }, at(23), undefined)
    const [third] = await claim(24)
    expect(letters([present(third)])).toEqual(['letter 3'])
    await outbox.settle(present(third), { kind: 'sent' }, at(25), undefined)
    // A letter that fails for a day delays no other.
    expect(await claim(86_409)).toEqual([])
    expect(letters(await claim(86_410))).toEqual(['letter 2'])
  })

  describe('the row of one application', () => {
    const sheet = ['sheet.row', 'sheet.removal'] as const
    const claim = async (storage: { outbox: Outbox }, s: number) => keys(await storage.outbox.claim(sheet, 9, at(s), at(s + 60)))

    it('is updated only after it is appended; a failed append is retried first', async () => {
      const storage = await withRows(0, 1)
      const { outbox, applications, ids } = storage
      const first = (await applications.byId(ids[0] ?? '')) ?? expect.fail('not stored')
      await applications.save(note(first, 'one', at(1), mirror))
      const [append, other] = (await outbox.claim(sheet, 9, at(2), at(62))).map(present)
      expect([append?.key, other?.key]).toEqual(['row 0', 'row 1'])
      expect(await claim(storage, 3)).toEqual([])
      await outbox.settle(present(append), { kind: 'failed', fault: 'away' }, at(4), at(10))
      expect(await claim(storage, 9)).toEqual([])
      const [again] = await outbox.claim(sheet, 9, at(10), at(70))
      expect(again).toMatchObject({ key: 'row 0', attempts: 2 })
      await outbox.settle(present(again), { kind: 'sent' }, at(11), undefined)
      expect(await claim(storage, 11)).toEqual([`${first.id}:row:0`])
    })

    it('is written at once by a note during the hold of a decision', async () => {
      const storage = await withRows(0)
      const { outbox, applications, ids } = storage
      await outbox.settle(present((await outbox.claim(sheet, 1, at(0), at(60)))[0]), { kind: 'sent' }, at(1), undefined)
      const first = (await applications.byId(ids[0] ?? '')) ?? expect.fail('not stored')
      await applications.save(decision(first, 'approved', at(2), mirror))
      const decided = (await applications.byId(first.id)) ?? expect.fail('not stored')
      await applications.save(note(decided, 'one', at(3), mirror))
      expect(await claim(storage, 3)).toEqual([`${first.id}:row:1`])
    })

    it('is removed only after a slow append is settled, also after the purge', async () => {
      const storage = await withRows(0)
      const { outbox, applications, ids } = storage
      const id = ids[0] ?? ''
      const slow = present((await outbox.claim(sheet, 1, at(0), at(60)))[0])
      await applications.remove(id, deletion(at(1)), at(11), [removal(id, at(11))])
      expect(await claim(storage, 11)).toEqual([])
      expect(await applications.purge(at(12))).toBe(1)
      expect(await claim(storage, 12)).toEqual([])
      expect(await outbox.settle(slow, { kind: 'sent' }, at(30), undefined)).toBe(true)
      expect(await claim(storage, 30)).toEqual([`${id}:removal`])
    })

    it('is removed when the claim of an append has lapsed', async () => {
      const storage = await withRows(0)
      const { outbox, applications, ids } = storage
      const id = ids[0] ?? ''
      const lost = present((await outbox.claim(sheet, 1, at(0), at(60)))[0])
      await applications.remove(id, deletion(at(1)), at(11), [removal(id, at(11))])
      expect(await claim(storage, 59)).toEqual([])
      expect(await claim(storage, 60)).toEqual([`${id}:removal`])
      // The first worker reports late: its append is not retried.
      expect(await outbox.settle(lost, { kind: 'failed', fault: 'x' }, at(61), at(62))).toBe(true)
      expect(await claim(storage, 1000)).toEqual([`${id}:removal`])
    })

    it('is claimed by one of many workers at a time', async () => {
      const storage = await withRows(0)
      const { outbox, applications, ids } = storage
      let current = (await applications.byId(ids[0] ?? '')) ?? expect.fail('not stored')
      for (let n = 0; n < 6; n += 1) {
        await applications.save(note(current, `note ${n}`, at(1), mirror))
        current = (await applications.byId(current.id)) ?? expect.fail('not stored')
      }
      const order: string[] = []
      for (let round = 0; round < 7; round += 1) {
        const taken = (await Promise.all(Array.from({ length: 8 }, () => outbox.claim(sheet, 3, at(2), at(62))))).flat()
        expect(taken).toHaveLength(1)
        order.push(...keys(taken))
        await outbox.settle(present(taken[0]), { kind: 'sent' }, at(2), undefined)
      }
      expect(order).toEqual(['row 0', ...Array.from({ length: 6 }, (_, n) => `${current.id}:row:${n}`)])
    })
  })

  it('counts the requested states', async () => {
    const { outbox } = await withRows(0, 1, 2)
    const taken = await outbox.claim(both, 1, at(5), at(65))
    await outbox.settle(present(taken[0]), { kind: 'sent' }, at(6), undefined)
    expect(await outbox.counts('waiting')).toEqual({ waiting: 2 })
    expect(await outbox.counts('sent', 'parked')).toEqual({ sent: 1, parked: 0 })
  })

  it('queues a letter again when the deletion that cancelled it is undone', async () => {
    const { outbox, applications, ids } = await withRows(0)
    const id = ids[0] ?? ''
    const entry = present((await outbox.claim(both, 1, at(0), at(60)))[0])
    await applications.remove(id, deletion(at(1)), at(11))
    expect(await outbox.settle(entry, { kind: 'deleted' }, at(2), undefined)).toBe(true)
    expect(await outbox.counts('waiting', 'cancelled', 'sent')).toEqual({ waiting: 0, cancelled: 1, sent: 0 })
    await undo({ applications, outbox }, id, admin, at(3), hold(10))
    const again = present((await outbox.claim(both, 1, at(4), at(64)))[0])
    expect(again.id).toBe(entry.id)
    // Deleted and restored during an attempt: it is due immediately.
    await applications.remove(id, deletion(at(5)), at(15))
    await undo({ applications, outbox }, id, admin, at(6), hold(10))
    expect(await outbox.settle(again, { kind: 'deleted' }, at(7), undefined)).toBe(true)
    expect(keys(await outbox.claim(both, 1, at(7), at(67)))).toEqual(['row 0'])
  })

  it('does not claim a lapsed entry of a deleted application', async () => {
    const { outbox, applications, ids } = await withRows(0)
    await outbox.claim(both, 1, at(0), at(60))
    await applications.remove(ids[0] ?? '', deletion(at(1)), at(1000))
    expect(await outbox.claim(both, 1, at(61), at(100))).toEqual([])
    await undo({ applications, outbox }, ids[0] ?? '', admin, at(62), hold(10))
    expect(keys(await outbox.claim(both, 1, at(63), at(100)))).toEqual(['row 0'])
  })

  it('releases with a letter what the webhook reports of its own change only', async () => {
    const { applications, outbox } = await open()
    const byHand = { ...hold(10), letterHold: { kind: 'by_hand' }, reports: () => ({ hook: ['decided' as const] }) } as const
    const { change, ...rest } = submission()
    await applications.add({ ...rest, change: { ...change, outbox: [] } })
    const decided = decision(change.application, 'approved', at(60), byHand)
    await applications.save(decided)
    const { id } = change.application
    const dueAt = (await outbox.held(at(70), 1))[0]?.entry.dueAt ?? at(0)
    const written = { letter: 'written', applicationId: id, subject: 'A', text: 'B' } as const
    await outbox.queue(
      [{ topic: 'mail.letter', payload: written, key: `${id}:written`, applicationId: id, dueAt, revision: 9 }],
      at(71),
    )
    const [message, letter] = ['written', 'approval'].map(
      async (name) =>
        (await outbox.held(at(80), 5)).find(({ entry }) => 'letter' in entry.payload && entry.payload.letter === name)?.entry
          .id ?? '',
    )
    const [messageId = '', letterId = ''] = await Promise.all([message, letter])
    expect(await outbox.release([messageId], at(100), () => [])).toBe(1)
    expect(await outbox.claim(['report'], 5, at(101), at(160))).toEqual([])
    expect(await outbox.release([letterId], at(200), () => [])).toBe(1)
    expect((await outbox.claim(['report'], 5, at(201), at(260))).map(({ payload }) => payload)).toMatchObject([
      { event: 'decided' },
    ])
  })

  it('releases held letters once with the rows of their decisions, skips others', async () => {
    const { applications, outbox } = await open()
    const byHand = { ...hold(10), letterHold: { kind: 'by_hand' } } as const
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) {
      const { change, ...rest } = submission()
      await applications.add({ ...rest, change: { ...change, outbox: [] } })
      await applications.save(decision(change.application, 'approved', at(60), byHand))
      ids.push(change.application.id)
    }
    const held = await outbox.held(at(10_000), 2)
    const ofHeld = held.map(({ entry }) => entry.applicationId)
    expect(ids).toEqual(expect.arrayContaining(ofHeld))
    expect(held.map(({ entry }) => entry.payload)).toEqual(ofHeld.map((applicationId) => ({ letter: 'approval', applicationId })))
    expect(held[0]?.application).toMatchObject({ formType: 'Accelerator', applicantEmail: expect.stringContaining('@') })
    expect(await outbox.countHeld(at(10_000))).toBe(3)
    expect(await outbox.claim(['mail.letter'], 10, at(1_000_000), at(1_000_060))).toEqual([])

    const [first = '', second = ''] = held.map(({ entry }) => entry.id)
    const rows = (released: readonly OutboxEntry[]) =>
      released.map(({ id, applicationId }) => ({
        topic: 'sheet.row' as const,
        payload: { applicationId },
        key: `row of ${id}`,
        applicationId,
        dueAt: at(100),
      }))
    expect(await outbox.release([first, 'another'], at(100), rows)).toBe(1)
    expect(await outbox.release([first], at(101), rows)).toBe(0)
    expect(keys(await outbox.claim(['sheet.row'], 10, at(100), at(160)))).toEqual([`row of ${first}`])
    expect((await outbox.claim(['mail.letter'], 10, at(100), at(160))).map(({ id }) => id)).toEqual([first])
    expect(await outbox.release([], at(101), rows)).toBe(0)

    expect((await undo({ applications, outbox }, ofHeld[0] ?? '', admin, at(102), hold(10))).kind).toBe('too_late')
    expect((await undo({ applications, outbox }, ofHeld[1] ?? '', admin, at(900_000), hold(10))).kind).toBe('undone')
    expect(await outbox.release([second], at(900_001), rows)).toBe(0)
    const third = ids.find((id) => !ofHeld.includes(id)) ?? ''
    await applications.remove(third, deletion(at(900_002)), at(900_012))
    expect(await outbox.countHeld(at(900_003))).toBe(0)
  })
}
