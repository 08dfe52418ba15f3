import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../tests/contract/on-database.ts'
import { at } from '../../../tests/support/submissions.ts'
import { day } from '../../shared/dates.ts'
import { newId } from '../../shared/ids.ts'
import { addresses, openingLink, subscriptions } from './store.ts'

const days = (n: number): Date => new Date(at(0).getTime() + n * day)

onBothDatabases((open) => {
  it('an address has one subscription, which is confirmed once, found and removed', async () => {
    const { engine } = await open()
    const store = subscriptions(engine)
    const first = await store.add(newId(at(0)), 'Nila@Example.in', at(0))
    expect(first).toMatchObject({ email: 'Nila@Example.in', createdAt: at(0), confirmedAt: null })
    const again = await store.add(newId(at(5)), ' nila@example.IN ', at(5))
    expect([again.id, again.createdAt]).toEqual([first.id, at(5)])
    expect(await store.counts()).toEqual({ confirmed: 0, unconfirmed: 1 })

    expect(await store.confirm(first.id, at(7))).toBe(true)
    expect(await store.confirm(first.id, at(8))).toBe(true)
    expect(await store.confirm(newId(at(0)), at(8))).toBe(false)
    expect((await store.add(newId(at(9)), 'nila@example.in', at(9))).confirmedAt).toEqual(at(7))
    expect((await addresses.find(engine.read, 'NILA@example.in'))?.storedAt).toEqual(at(5))
    expect((await store.byId(first.id))?.confirmedAt).toEqual(at(7))
    expect(await store.counts()).toEqual({ confirmed: 1, unconfirmed: 0 })

    expect(await engine.write((trx) => addresses.remove(trx, 'other@example.in'))).toBe(false)
    expect(await engine.write((trx) => addresses.remove(trx, 'nila@EXAMPLE.in'))).toBe(true)
    expect(await store.remove(first.id)).toBe(false)
    expect(await addresses.find(engine.read, 'nila@example.in')).toBeUndefined()
  })

  it('a mailbox has one subscription, however its domain is spelled', async () => {
    const { engine } = await open()
    const store = subscriptions(engine)
    const first = await store.add(newId(at(0)), 'jose@bücher.example', at(0))
    expect((await store.add(newId(at(1)), 'JOSE@xn--bcher-kva.example', at(1))).id).toBe(first.id)
    expect((await addresses.find(engine.read, 'jose@bu\u0308cher.example'))?.email).toBe('JOSE@xn--bcher-kva.example')
  })

  it('an opening is announced to each confirmed address once, by any number of callers', async () => {
    const { engine, outbox } = await open()
    const store = subscriptions(engine)
    const ids: string[] = []
    for (let n = 0; n < 25; n += 1) {
      const { id } = await store.add(newId(at(n)), `reader-${n}@example.in`, at(n))
      if (n % 5 > 0) await store.confirm(id, at(100))
      if (n % 5 > 0) ids.push(id)
    }
    const counts = await Promise.all(Array.from({ length: 8 }, () => store.queueLetters('Cohort 7', 5, at(200))))
    let sum = counts.reduce((total, count) => total + count, 0)
    for (let count = sum; count > 0; sum += count) count = await store.queueLetters('Cohort 7', 5, at(201))
    expect(sum).toBe(20)
    const entries = await outbox.claim(['mail.other'], 100, at(300), at(400))
    expect(entries.map(({ applicationId }) => applicationId).toSorted()).toEqual(ids.toSorted())
    expect(entries[0]?.payload).toEqual({
      mail: 'opening',
      data: { subscriptionId: entries[0]?.applicationId, cohort: 'Cohort 7' },
    })

    // The cohort closed before two letters were sent.
    const [first, second] = entries
    if (first === undefined || second === undefined) throw new Error('two letters are missing')
    for (const entry of [first, second]) await outbox.settle(entry, { kind: 'obsolete' }, at(310), undefined)
    await store.waitAgain(first.applicationId)
    expect([await store.queueLetters('Cohort 7', 5, at(320)), await store.queueLetters('Cohort 7', 5, at(330))]).toEqual([1, 0])
    const repeated = await outbox.claim(['mail.other'], 100, at(340), at(400))
    expect(repeated.map(({ applicationId }) => applicationId)).toEqual([first.applicationId])
  })

  it('removing an address removes its waiting mail', async () => {
    const { engine, outbox } = await open()
    const store = subscriptions(engine)
    const { id } = await store.add(newId(at(0)), 'gone@example.in', at(0))
    await store.confirm(id, at(1))
    await store.queueLetters('Cohort 7', 5, at(2))
    expect(await outbox.counts('waiting')).toEqual({ waiting: 1 })
    expect(await store.remove(id)).toBe(true)
    expect(await outbox.counts()).toMatchObject({ waiting: 0, cancelled: 0 })
  })

  it('an unconfirmed address is deleted after 3 days, a confirmed one after 2 years', async () => {
    const { engine, sweep } = await open()
    const store = subscriptions(engine)
    const { id } = await store.add(newId(at(0)), 'confirmed@example.in', days(0))
    await store.confirm(id, days(0))
    await store.add(newId(at(0)), 'unconfirmed@example.in', days(0))
    await sweep(days(2.9))
    expect(await store.counts()).toEqual({ confirmed: 1, unconfirmed: 1 })
    await sweep(days(3))
    expect(await store.counts()).toEqual({ confirmed: 1, unconfirmed: 0 })
    await sweep(days(729))
    expect(await store.counts()).toEqual({ confirmed: 1, unconfirmed: 0 })
    await sweep(days(730))
    expect(await store.counts()).toEqual({ confirmed: 0, unconfirmed: 0 })
  })

  it('mail of a deleted subscription that was refused, or failed, is deleted too', async () => {
    const { engine, outbox, sweep } = await open()
    const store = subscriptions(engine)
    const fault = '550 5.1.1 <mistyped@example.in>: no such user'
    for (const name of ['refused', 'failing', 'removed', 'waits']) {
      const { id } = await store.add(newId(at(0)), `${name}@example.in`, days(0))
      const link = openingLink.draft({ subscriptionId: id }, { key: `opening:${id}:link:1`, about: id, dueAt: at(0) })
      await outbox.queue([link], at(0))
      const [entry] = await outbox.claim(['mail.other'], 1, at(1), at(60))
      if (entry === undefined) throw new Error('no mail')
      if (name === 'removed') await store.remove(id)
      if (name === 'waits') await store.confirm(id, days(0))
      const outcome = { kind: name === 'refused' ? 'refused' : 'failed', fault } as const
      await outbox.settle(entry, outcome, at(2), name === 'refused' ? undefined : at(900))
    }
    expect(await outbox.counts()).toMatchObject({ waiting: 3, parked: 1 })
    await sweep(days(2.9))
    expect(await outbox.counts()).toMatchObject({ waiting: 2, parked: 1 })
    await sweep(days(3))
    expect(await outbox.counts()).toMatchObject({ waiting: 1, parked: 0, cancelled: 0 })
  })
})
