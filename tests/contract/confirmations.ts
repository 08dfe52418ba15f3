import { expect, it } from 'vitest'
import { isSentByHand } from '../../src/applications/letter-hold.ts'
import type { OutboxEntry } from '../../src/applications/outbox.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { hour } from '../../src/shared/dates.ts'
import { at, submission } from '../support/submissions.ts'
import type { Open } from './databases.ts'

const wide = { count: 1000, periodMs: hour }
const hours = (n: number): Date => at(n * 3600)

export function confirmations(open: Open): void {
  /** Stores an application from this address, and returns the entry of its confirmation. */
  async function confirmed({ applications, outbox }: Storage, applicantEmail: string): Promise<OutboxEntry> {
    const sent = submission({ applicantEmail })
    await applications.add(sent)
    const entry = (await outbox.forApplication(sent.change.application.id)).find(({ topic }) => topic === 'mail.letter')
    if (entry === undefined) throw new Error('no confirmation is due')
    return entry
  }
  /** Claims all due entries, and postpones those whose reserved time is later. Returns the entries that may be sent. */
  async function goes(
    { outbox }: Storage,
    entries: readonly OutboxEntry[],
    email: string,
    now: Date,
  ): Promise<readonly string[]> {
    const free: string[] = []
    const claimed = await outbox.claim(['mail.letter'], 1000, now, new Date(now.getTime() + 60_000))
    for (const entry of claimed.filter(({ id }) => entries.some((entry) => entry.id === id))) {
      const time = await outbox.confirmationTime(entry.id, email, wide, now)
      if (time.at <= now) free.push(entry.id)
      await outbox.settle(
        entry,
        time.at <= now ? { kind: 'sent' } : { kind: 'postponed', until: time.at, why: time.why },
        now,
        undefined,
      )
    }
    return free
  }

  it('an address gets one an hour and three a day; the rest is held with the reason', async () => {
    const storage = await open()
    const entries: OutboxEntry[] = []
    for (const email of ['v@example.in', 'V@Example.in ', 'v@example.in', 'v@example.in', 'v@example.in'])
      entries.push(await confirmed(storage, email))
    const sent: number[] = []
    for (let n = 0; n < 72; n += 1) sent.push((await goes(storage, entries, 'v@example.in', hours(n))).length)
    expect(sent.flatMap((count, n) => (count === 0 ? [] : [[n, count]]))).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
    ])
    const held = await storage.outbox.held(hours(72), 10)
    expect(held.map(({ entry }) => [entry.attempts, isSentByHand(entry), entry.lastFault])).toEqual([
      [0, true, 'This address has had three confirmations within a day.'],
      [0, true, 'This address has had three confirmations within a day.'],
    ])
    expect(await storage.outbox.countHeld(hours(72))).toBe(2)
  })

  it('a retried entry keeps its reserved time, and a deletion frees none', async () => {
    const storage = await open()
    const first = await confirmed(storage, 'again@example.in')
    const second = await confirmed(storage, 'again@example.in')
    const timeOf = ({ id }: OutboxEntry, now: Date) => storage.outbox.confirmationTime(id, 'again@example.in', wide, now)
    expect((await timeOf(first, hours(0))).at).toEqual(hours(0))
    expect((await timeOf(first, hours(0.5))).at).toEqual(hours(0.5))
    expect((await timeOf(second, hours(0.5))).at).toEqual(hours(1))
    const entry = { at: hours(0.6), by: 'admin@example.com', event: { what: 'deleted' } } as const
    await storage.applications.remove(first.applicationId, entry, hours(0.6))
    await storage.applications.purge(hours(0.7))
    expect((await timeOf(second, hours(0.8))).at).toEqual(hours(1))
  })

  it('all addresses together have a limit for each period, first come, first served', async () => {
    const storage = await open()
    const times: number[] = []
    for (let n = 0; n < 8; n += 1) {
      const email = `crowd${n}@example.in`
      const { id } = await confirmed(storage, email)
      const time = await storage.outbox.confirmationTime(id, email, { count: 3, periodMs: hour }, hours(0))
      times.push((time.at.getTime() - hours(0).getTime()) / hour)
    }
    expect(times).toEqual([0, 0, 0, 1, 1, 1, 2, 2])
  })

  it('concurrent reservations never exceed the limit', async () => {
    const storage = await open()
    const entries = await Promise.all(Array.from({ length: 12 }, () => confirmed(storage, 'race@example.in')))
    const times = await Promise.all(
      entries.map(({ id }) => storage.outbox.confirmationTime(id, 'race@example.in', wide, hours(0))),
    )
    expect(
      times
        .filter((time) => !isSentByHand({ dueAt: time.at }))
        .map((time) => time.at.getTime())
        .sort(),
    ).toEqual([0, 1, 2].map((n) => hours(n).getTime()))
  })

  it('sent by hand, a confirmation skips the limit of all, not that of its address', async () => {
    const storage = await open()
    const [crowded, second, fourth] = [
      await confirmed(storage, 'crowded@example.in'),
      await confirmed(storage, 'had-one@example.in'),
      await confirmed(storage, 'had-three@example.in'),
    ]
    const [claimed] = [await storage.outbox.claim(['mail.letter'], 10, hours(0), hours(1))]
    for (const entry of claimed)
      await storage.outbox.settle(entry, { kind: 'postponed', until: hours(20), why: 'later' }, hours(0), undefined)
    await storage.outbox.confirmationTime('earlier', 'had-one@example.in', wide, hours(0))
    for (const n of [0, 1, 2]) await storage.outbox.confirmationTime(`earlier ${n}`, 'had-three@example.in', wide, hours(0))
    expect(
      await storage.outbox.release(
        [crowded, second, fourth].map(({ id }) => id),
        hours(0.5),
        () => [],
      ),
    ).toBe(1)
    const due = (await storage.outbox.held(hours(0.5), 10)).map(({ entry }) => [entry.id, entry.dueAt])
    expect(due).toEqual([
      [second.id, hours(1)],
      [fourth.id, hours(20)],
    ])
  })

  it('a held confirmation can be discarded; nothing else can, and nothing twice', async () => {
    const storage = await open()
    const entry = await confirmed(storage, 'discarded@example.in')
    const discard = (id: string, applicationId: string, s: number) =>
      storage.outbox.discardConfirmation(id, applicationId, hours(s))
    expect(await discard(entry.id, entry.applicationId, 1)).toBe(false)
    expect(await discard(entry.id, 'another', -1)).toBe(false)
    expect(await discard(entry.id, entry.applicationId, -1)).toBe(true)
    expect(await discard(entry.id, entry.applicationId, -1)).toBe(false)
    const [cancelled] = await storage.outbox.forApplication(entry.applicationId)
    expect(cancelled?.state).toBe('cancelled')
  })
}
