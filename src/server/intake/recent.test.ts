import { expect, it } from 'vitest'
import { hour } from '../../shared/dates.ts'
import { longestSentence, RecentSubmissions } from './recent.ts'

const offer = (n: number): string =>
  `Dear owner ${n}, we can bring your site to the first page of every search engine within a week. Write to me${n}@offers.example or see https://offers${n}.example/now`
const other = 'Our looms save weavers in Kanchipuram two hours a day, and we would like to know when the next cohort begins.'
const now = new Date(0)

it('a text is recognised from other networks, whatever its names and links', () => {
  const recent = new RecentSubmissions()
  const note = (n: number, ip: string, text = offer(n)) => recent.noteText(ip, text, now)
  expect([note(1, '192.0.2.1'), note(2, '192.0.2.2'), note(3, '192.0.2.1')]).toEqual([0, 1, 1])
  expect(note(4, '192.0.2.3', other)).toBe(0)
  expect([note(5, '2001:db8::1'), note(6, '2001:db8::ffff')]).toEqual([2, 2])
})

it('a text is forgotten after an hour; short and local ones are ignored', () => {
  const recent = new RecentSubmissions()
  for (const ip of ['192.0.2.1', '127.0.0.1', '::1', 'Unknown']) recent.noteText(ip, offer(1), now)
  const later = (ms: number) => recent.noteText('192.0.2.2', offer(1), new Date(ms))
  expect([later(hour - 1), later(hour)]).toEqual([1, 0])
  expect(longestSentence('Please call me back')).toBe('')
  expect(longestSentence(`${'x'.repeat(10_000)} ${'word '.repeat(30_000)}`).split(' ').length).toBe(400)
})

it('of 35,000 tokens, remembers the newest and forgets the oldest', () => {
  const recent = new RecentSubmissions()
  for (let n = 0; n < 35_000; n += 1) recent.noteToken(`t${n}`, now)
  expect([recent.noteToken('t0', now), recent.noteToken('t34999', now)]).toEqual([0, 1])
})
