import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../tests/contract/on-database.ts'
import { at } from '../../../tests/support/submissions.ts'
import { day } from '../../shared/dates.ts'
import { sharedDraftLimits, sharedDrafts } from './store.ts'

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)

onBothDatabases((open) => {
  it('saves a draft only over the revision that was read', async () => {
    const store = sharedDrafts((await open()).engine)
    const put = (value: number, revision: number) => store.put('a', bytes(0, value), revision, 'net', at(0))
    expect([await store.get('a', 0), await put(1, 1)]).toEqual([undefined, 'missing'])
    expect([await put(255, 0), await put(2, 0)]).toEqual(['saved', 'stale'])
    expect(await store.get('a', 0)).toEqual({ revision: 1, sealed: bytes(0, 255) })
    for (const revision of [1, 2]) {
      const saved = await Promise.all(Array.from({ length: 8 }, (_, n) => put(n, revision)))
      expect(saved.toSorted()).toEqual(['saved', ...Array(7).fill('stale')])
    }
    expect(await store.get('a', 0)).toMatchObject({ revision: 3 })
    await store.remove('a')
    expect([await store.get('a', 0), await put(5, 3)]).toEqual([undefined, 'missing'])
  })

  it('deletes drafts 3 days after the last save, 30 once a second device opened them', async () => {
    const { engine, sweep } = await open()
    const store = sharedDrafts(engine)
    for (const id of ['unopened', 'own', 'opened']) await store.put(id, bytes(1), 0, 'net', at(0))
    await store.get('own', 1)
    await store.get('opened', 0)
    await store.put('opened', bytes(2), 1, 'net', at(1))
    const left = async (afterMs: number): Promise<readonly string[]> => {
      await sweep(new Date(at(0).getTime() + afterMs))
      const all = await Promise.all(['unopened', 'own', 'opened'].map(async (id) => ((await store.get(id, 9)) ? [id] : [])))
      return all.flat()
    }
    expect(await left(3 * day - 1)).toEqual(['unopened', 'own', 'opened'])
    expect(await left(3 * day)).toEqual(['opened'])
    expect(await left(30 * day)).toEqual(['opened'])
    expect(await left(30 * day + 1000)).toEqual([])
  })

  it('limits the drafts of a network in number and bytes, and those of all networks', async () => {
    const store = sharedDrafts((await open()).engine)
    const { drafts, networkDrafts, networkBytes } = sharedDraftLimits
    const put = (id: string, network: string, size = 1, revision = 0) =>
      store.put(id, new Uint8Array(size), revision, network, at(0))
    expect([await put('big', 'b', networkBytes), await put('more', 'b')]).toEqual(['saved', 'full'])
    // The bytes count for the network that began the draft.
    expect([await put('big', 'a', networkBytes + 1, 1), await put('big', 'a', 1, 1)]).toEqual(['full', 'saved'])
    // In batches, because on a busy machine calls of one burst wait too long for a connection to PostgreSQL.
    for (let n = 1; n < drafts; n += networkDrafts)
      await Promise.all(Array.from({ length: Math.min(networkDrafts, drafts - n) }, (_, i) => put(`d${n + i}`, `net ${n}`)))
    expect([await put('one more', 'net 1'), await put('one more', 'new')]).toEqual(['full', 'full'])
    await store.remove('big')
    expect([await put('one more', 'net 1'), await put('one more', 'new')]).toEqual(['full', 'saved'])
    expect(await put('d1', 'net 1', 2, 1)).toBe('saved')
  }, 60_000)
})
