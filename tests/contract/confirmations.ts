import { expect, it } from 'vitest'
import { waits } from '../../src/applications/mail-budget.ts'
import { isTemplateLetter, letterDraft, type OutboxEntry, type Turn } from '../../src/applications/outbox.ts'
import type { StrangersMail } from '../../src/server/records/outbox/port.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { minute } from '../../src/shared/dates.ts'
import { at, submission } from '../support/submissions.ts'
import type { Open } from './databases.ts'

type LetterKind = NonNullable<StrangersMail['letter']>['kind']

const hours = (n: number): Date => at(n * 3600)

export function confirmations(open: Open): void {
  /** Stores an application from this address and client, and returns the entry of its confirmation. */
  async function confirmed(
    { applications, outbox }: Storage,
    applicantEmail: string,
    { ip = '192.0.2.1', submittedAt = at(0) } = {},
  ): Promise<OutboxEntry> {
    const sent = submission({ applicantEmail, ip, submittedAt })
    await applications.add(sent)
    const entry = (await outbox.forApplication(sent.change.application.id)).find(({ topic }) => topic === 'mail.letter')
    if (entry === undefined) throw new Error('no confirmation is due')
    return entry
  }
  const turnOf = ({ outbox }: Storage, entry: OutboxEntry, email: string, now: Date, kind: LetterKind = 'confirmation') =>
    outbox.turn({ entryId: entry.id, email, letter: { createdAt: entry.createdAt, kind } }, now)
  /** Claims all due entries, and sends or postpones them. Returns how many were sent, and how many of them merged. */
  async function round(storage: Storage, email: string, now: Date): Promise<readonly [sent: number, merged: number]> {
    const sent: boolean[] = []
    for (const entry of await storage.outbox.claim(['mail.letter'], 1000, now, new Date(now.getTime() + minute))) {
      const turn = await turnOf(storage, entry, email, now)
      if (turn.kind === 'now') {
        sent.push(turn.merged)
        await storage.outbox.settle(entry, { kind: 'sent' }, now, undefined)
      } else
        await storage.outbox.settle(
          entry,
          turn.kind === 'later' ? { kind: 'postponed', until: turn.at, why: turn.why } : { kind: 'obsolete' },
          now,
          undefined,
        )
    }
    return [sent.length, sent.filter(Boolean).length]
  }

  it('an address gets one an hour and three a day; the next one merges the rest', async () => {
    const storage = await open()
    const email = 'v@example.in'
    const written = [email, 'V@Example.in ', email, email]
    for (const spelling of written) await confirmed(storage, spelling)
    expect(await round(storage, email, hours(0))).toEqual([1, 0])
    expect((await storage.outbox.held(hours(0), 10)).map(({ entry }) => [entry.lastFault, entry.dueAt])).toEqual(
      Array(3).fill([waits.address, hours(1)]),
    )
    expect(await round(storage, email, hours(0.5))).toEqual([0, 0])
    expect(await round(storage, email, hours(1))).toEqual([1, 1])
    expect(await storage.outbox.countHeld(hours(1))).toBe(0)
    // What is sent after the merged letter is news again.
    for (const spelling of written) await confirmed(storage, spelling, { submittedAt: hours(1.2) })
    expect(await round(storage, email, hours(1.5))).toEqual([0, 0])
    expect(await round(storage, email, hours(2))).toEqual([1, 1])
    await confirmed(storage, email, { submittedAt: hours(2.5) })
    const later: number[] = []
    for (let n = 3; n < 27; n += 1) later.push((await round(storage, email, hours(n)))[0])
    expect(later.indexOf(1)).toBe(21)
    expect(later.filter((count) => count > 0)).toEqual([1])
  })

  it('a retried entry keeps its turn, and a deletion frees none', async () => {
    const storage = await open()
    const email = 'again@example.in'
    const first = await confirmed(storage, email)
    const second = await confirmed(storage, email)
    expect(await turnOf(storage, first, email, hours(0))).toEqual({ kind: 'now', merged: false })
    expect(await turnOf(storage, first, email, hours(0.5))).toEqual({ kind: 'now', merged: false })
    const wait = { kind: 'later', at: hours(1), why: waits.address }
    expect(await turnOf(storage, second, email, hours(0.5))).toEqual(wait)
    const entry = { at: hours(0.6), by: 'admin@example.com', event: { what: 'deleted' } } as const
    await storage.applications.remove(first.applicationId, entry, hours(0.6))
    await storage.applications.purge(hours(0.7))
    expect(await turnOf(storage, second, email, hours(0.8))).toEqual(wait)
  })

  it('concurrent letters never exceed the budget of their address', async () => {
    const storage = await open()
    const email = 'race@example.in'
    const entries = await Promise.all(Array.from({ length: 12 }, () => confirmed(storage, email)))
    const outcomes = await Promise.all(entries.map((entry) => turnOf(storage, entry, email, hours(0))))
    expect(outcomes.filter(({ kind }) => kind === 'now').length).toBe(1)
  })

  it('no news goes to an address that nobody has proven, but lost links do', async () => {
    const storage = await open()
    const email = 'proven@example.in'
    const [mine, other] = [await confirmed(storage, email), await confirmed(storage, 'other@example.in')]
    const changed = () => turnOf(storage, mine, email, hours(0), 'news')
    await storage.outbox.prove(other.applicationId, hours(0))
    expect([await storage.outbox.isProven(email), await changed()]).toEqual([false, { kind: 'needless' }])
    const lost = await confirmed(storage, 'lost@example.in')
    expect(await turnOf(storage, lost, 'lost@example.in', hours(0), 'links')).toEqual({ kind: 'now', merged: true })
    // A press about any application of the address counts.
    await storage.outbox.prove((await confirmed(storage, ' Proven@example.in')).applicationId, hours(0))
    expect([await storage.outbox.isProven(email), await changed()]).toEqual([true, { kind: 'now', merged: false }])
  })

  it('a network gets six a minute, and what it causes is sent after the mail of others', async () => {
    const storage = await open()
    const flood: OutboxEntry[] = []
    for (let n = 0; n < 8; n += 1)
      flood.push(await confirmed(storage, `flood${n}@example.in`, { ip: `203.0.113.${n + 1}`, submittedAt: at(n - 10) }))
    const claim = async (count: number, now: Date): Promise<readonly OutboxEntry[]> =>
      storage.outbox.claim(['mail.letter'], count, now, new Date(now.getTime() + minute))
    const [first] = await claim(1, hours(0))
    expect(first?.id).toBe(flood[0]?.id)
    expect((await turnOf(storage, flood[0] as OutboxEntry, 'flood0@example.in', hours(0))).kind).toBe('now')
    const honest = await confirmed(storage, 'honest@example.in', { ip: '198.51.100.7' })
    expect((await claim(1, hours(0))).map(({ id }) => id)).toEqual([honest.id])
    const outcomes: Turn[] = []
    for (const [n, entry] of flood.slice(1).entries())
      outcomes.push(await turnOf(storage, entry, `flood${n + 1}@example.in`, hours(0)))
    expect(outcomes.map(({ kind }) => kind)).toEqual([...Array(5).fill('now'), ...Array(2).fill('later')])
    expect(outcomes.at(-1)).toEqual({ kind: 'later', at: new Date(hours(0).getTime() + minute), why: waits.network })
  })

  it('each letter of a crowded network waits for its own time', async () => {
    const storage = await open()
    const crowd = 75
    for (let n = 0; n < crowd; n += 1)
      await confirmed(storage, `crowd${n}@example.in`, { ip: `203.0.113.${n + 1}`, submittedAt: at(n - crowd) })
    const round = async (now: Date): Promise<number> => {
      let sent = 0
      for (const entry of await storage.outbox.claim(['mail.letter'], 1000, now, new Date(now.getTime() + minute))) {
        const turn = await turnOf(storage, entry, `${entry.applicationId}@example.in`, now)
        if (turn.kind === 'now') sent += 1
        const outcome =
          turn.kind === 'later' ? ({ kind: 'postponed', until: turn.at, why: turn.why } as const) : ({ kind: 'sent' } as const)
        await storage.outbox.settle(entry, outcome, now, undefined)
      }
      return sent
    }
    expect(await round(at(0))).toBe(6)
    const minutes = async () =>
      (await storage.outbox.held(at(0), 100)).map(({ entry }) => Math.round((entry.dueAt.getTime() - at(0).getTime()) / minute))
    const sixEach = Array.from({ length: 9 }, (_, n) => Array(6).fill(n + 1)).flat()
    // Sixty in an hour, then again six a minute.
    const nextHour = [...Array(6).fill(60), ...Array(6).fill(61), ...Array(3).fill(62)]
    expect(await minutes()).toEqual([...sixEach, ...nextHour])
    expect(await round(at(60))).toBe(6)
    expect(await minutes()).toEqual([...sixEach.slice(6), ...nextHour])
  })

  it('the letter of a decision cancels the confirmation that waits, and no parked one', async () => {
    const storage = await open()
    const { outbox } = storage
    const [waits, parked] = [await confirmed(storage, 'waits@example.in'), await confirmed(storage, 'parked@example.in')]
    for (const entry of await outbox.claim(['mail.letter'], 10, hours(0), hours(1)))
      await outbox.settle(
        entry,
        entry.id === waits.id ? { kind: 'postponed', until: hours(20), why: 'later' } : { kind: 'refused', fault: '550' },
        hours(0),
        undefined,
      )
    const ids = [waits, parked].map(({ applicationId }) => applicationId)
    for (const id of ids) await outbox.queue([letterDraft(id, 'rejection', ':0', hours(1))], hours(1))
    const states = async () => {
      const letters = (await Promise.all(ids.map((id) => outbox.forApplication(id)))).flat().filter(isTemplateLetter)
      return letters.map(({ payload, state }) => `${payload.letter} ${state}`)
    }
    expect(await states()).toEqual(['confirmation waiting', 'rejection waiting', 'confirmation parked', 'rejection waiting'])
    const claimed = await outbox.claim(['mail.letter'], 10, hours(1), hours(2))
    // Only what was really sent makes a confirmation needless.
    expect(await outbox.countHeld(hours(1))).toBe(1)
    for (const entry of claimed) await outbox.settle(entry, { kind: 'sent' }, hours(1), undefined)
    expect(await states()).toEqual(['confirmation cancelled', 'rejection sent', 'confirmation parked', 'rejection sent'])
    expect(await outbox.countHeld(hours(1))).toBe(0)
  })

  it('sent by hand, a letter does not skip the budgets', async () => {
    const storage = await open()
    const [crowded, held] = [await confirmed(storage, 'crowded@example.in'), await confirmed(storage, 'held@example.in')]
    for (const entry of await storage.outbox.claim(['mail.letter'], 10, hours(0), hours(1)))
      await storage.outbox.settle(
        entry,
        { kind: 'postponed', until: hours(20), why: entry.id === held.id ? 'later' : waits.address },
        hours(0),
        undefined,
      )
    const release = (ids: readonly string[]) => storage.outbox.release(ids, hours(0.5), () => [])
    expect(await release([crowded.id, held.id])).toBe(1)
    expect((await storage.outbox.held(hours(0.4), 10)).map(({ entry }) => [entry.id, entry.dueAt])).toEqual([
      [held.id, hours(0.5)],
      [crowded.id, hours(20)],
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
