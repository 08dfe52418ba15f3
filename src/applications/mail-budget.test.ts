import { expect, test } from 'vitest'
import { waitOf, waits } from './mail-budget.ts'

const at = (s: number): Date => new Date(s * 1000)

test.each([
  ['nothing was sent', { address: [], network: [] }, undefined],
  ['an hour ago', { address: [at(-3600)], network: [] }, undefined],
  ['a minute ago', { address: [at(-60)], network: [] }, { kind: 'later', at: at(3540), why: waits.address }],
  [
    'three in a day',
    { address: [at(-3600), at(-7200), at(-10_000)], network: [] },
    { kind: 'later', at: at(76_400), why: waits.address },
  ],
  ['five from the network', { address: [], network: Array(5).fill(at(-1)) }, undefined],
  ['six from the network', { address: [], network: Array(6).fill(at(-1)) }, { kind: 'later', at: at(59), why: waits.network }],
  ['sixty in an hour', { address: [], network: Array(60).fill(at(-100)) }, { kind: 'later', at: at(3500), why: waits.network }],
])('the wait of a letter: %s', (_, sent, wait) => {
  expect(waitOf(sent, at(0))).toEqual(wait)
})

test.each([
  [0, 59],
  [5, 59],
  [6, 119],
  [54, 3599],
])('a letter with %i of its network before it has its turn after %i seconds', (ahead, s) => {
  expect(waitOf({ address: [], network: Array(6).fill(at(-1)) }, at(0), ahead)?.at).toEqual(at(s))
})
