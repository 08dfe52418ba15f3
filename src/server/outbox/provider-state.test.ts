import { expect, it } from 'vitest'
import { providerState } from './provider-state.ts'

const at = (s: number): Date => new Date(Date.UTC(2026, 0, 15) + 1000 * s)

it('tries and wakes again after the clock was set back by an hour', () => {
  const provider = providerState()
  expect(provider.succeeded(at(0))).toBe(true)
  for (let n = 0; n < 8; n += 1) provider.failed('421 later', at(10))
  expect([provider.isDown(), provider.msToTry(at(10)), provider.msToTry(at(10.4))]).toEqual([true, 1000, 600])
  expect(provider.msToTry(at(-3600))).toBe(0)
  expect(provider.succeeded(at(-3600))).toBe(true)
  provider.failed('421 later', at(-3590))
  expect(provider.succeeded(at(-3580))).toBe(false)
  expect(provider.succeeded(at(-3540))).toBe(true)
})
