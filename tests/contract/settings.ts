import { expect, it } from 'vitest'
import { at } from '../support/submissions.ts'
import type { Open } from './databases.ts'

export function settings(open: Open): void {
  it('stores any JSON value under a name', async () => {
    const { settings } = await open()
    expect(await settings.get('views')).toBeUndefined()
    const settingValue = { list: [1, null, 'a\0b', '\ud800', 'தமிழ்'], deep: { er: true } }
    expect(await settings.put('views', settingValue, 0)).toBe('saved')
    expect(await settings.put('odd \0 name', 'other', 0)).toBe('saved')
    expect(await settings.get('views')).toEqual({ value: settingValue, revision: 1 })
    expect(await settings.get('odd \0 name')).toEqual({ value: 'other', revision: 1 })
  })

  it('saves only over the revision that was read', async () => {
    const { settings } = await open()
    expect(await settings.put('views', 'early', 3)).toBe('stale')
    expect(await settings.put('views', 'first', 0)).toBe('saved')
    expect(await settings.put('views', 'also first', 0)).toBe('stale')
    expect(await settings.put('views', 'second', 1)).toBe('saved')
    expect(await settings.put('views', 'also second', 1)).toBe('stale')
    // The answer to that save did not arrive.
    for (let n = 0; n < 2; n += 1) expect(await settings.put('views', 'second', 1)).toBe('saved')
    expect(await settings.put('views', 'first', 0)).toBe('stale')
    expect(await settings.get('views')).toEqual({ value: 'second', revision: 2 })
  })

  it('stores each version of a form once, and returns them in order', async () => {
    const { formSnapshots } = await open()
    const snapshot = { title: 'கடிதம் \0', sections: [] }
    const version = (name: string, s: number) => ({ version: name, formType: 'Contact' as const, snapshot, since: at(s) })
    expect(await formSnapshots.all()).toEqual([])
    await Promise.all([formSnapshots.add([version('b', 1)]), formSnapshots.add([version('b', 1)])])
    await formSnapshots.add([version('a', 2), { ...version('b', 3), formType: 'Investor' }])
    expect(await formSnapshots.all()).toEqual([version('b', 1), version('a', 2)])
  })

  it('accepts one of many concurrent saves', async () => {
    const { settings } = await open()
    for (const revision of [0, 1]) {
      const saved = await Promise.all(Array.from({ length: 8 }, (_, n) => settings.put('views', n, revision)))
      expect(saved.filter((outcome) => outcome === 'saved')).toHaveLength(1)
    }
    expect(await settings.get('views')).toMatchObject({ revision: 2 })
  })
}
