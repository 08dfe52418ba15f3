import { expect, it } from 'vitest'
import { maxSharedDrafts } from '../../src/server/storage/port.ts'
import { day } from '../../src/shared/dates.ts'
import { at } from '../support/submissions.ts'
import type { Open } from './databases.ts'

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)

export function sharing(open: Open): void {
  it('saves a draft only over the revision that was read', async () => {
    const { sharedDrafts } = await open()
    expect(await sharedDrafts.get('a')).toBeUndefined()
    expect(await sharedDrafts.put('a', bytes(1), 1, at(0))).toBe('missing')
    expect(await sharedDrafts.put('a', bytes(0, 255), 0, at(0))).toBe('saved')
    expect(await sharedDrafts.put('a', bytes(2), 0, at(0))).toBe('stale')
    expect(await sharedDrafts.get('a')).toEqual({ revision: 1, sealed: bytes(0, 255) })
    expect(await sharedDrafts.put('a', bytes(3), 1, at(1))).toBe('saved')
    expect(await sharedDrafts.put('a', bytes(4), 1, at(1))).toBe('stale')
    expect(await sharedDrafts.get('a')).toEqual({ revision: 2, sealed: bytes(3) })
    await sharedDrafts.remove('a')
    expect([await sharedDrafts.get('a'), await sharedDrafts.put('a', bytes(5), 2, at(2))]).toEqual([undefined, 'missing'])
  })

  it('accepts one of many concurrent saves', async () => {
    const { sharedDrafts } = await open()
    for (const revision of [0, 1]) {
      const saved = await Promise.all(Array.from({ length: 8 }, (_, n) => sharedDrafts.put('a', bytes(n), revision, at(0))))
      expect(saved.filter((outcome) => outcome === 'saved')).toHaveLength(1)
    }
    expect(await sharedDrafts.get('a')).toMatchObject({ revision: 2 })
  })

  it('deletes drafts 30 days after their last save', async () => {
    const { sharedDrafts, sweep } = await open()
    await sharedDrafts.put('old', bytes(1), 0, at(0))
    await sharedDrafts.put('kept', bytes(1), 0, at(0))
    await sharedDrafts.put('kept', bytes(2), 1, at(1))
    await sweep(new Date(at(0).getTime() + 30 * day))
    expect([await sharedDrafts.get('old'), await sharedDrafts.get('kept')]).toEqual([
      undefined,
      { revision: 2, sealed: bytes(2) },
    ])
  })

  it('refuses a new draft when there are too many', async () => {
    const { sharedDrafts } = await open()
    // In batches, because on a busy machine calls of one burst wait too long for a connection to PostgreSQL.
    for (let from = 0; from < maxSharedDrafts; from += 100)
      await Promise.all(Array.from({ length: 100 }, (_, n) => sharedDrafts.put(`d${from + n}`, bytes(1), 0, at(0))))
    expect(await sharedDrafts.put('one more', bytes(1), 0, at(0))).toBe('full')
    expect(await sharedDrafts.put('d0', bytes(2), 1, at(0))).toBe('saved')
  })
}
