import { describe, expect, it } from 'vitest'
import { hour } from '../../shared/dates.ts'
import { RecentSubmissions, sketchOf } from './recent.ts'

const offer = (n: number): string =>
  `Dear owner ${n}, we can bring your site to the first page of every search engine within a week. Write to me${n}@offers.example or see https://offers${n}.example/now`
const other = 'Our looms save weavers in Kanchipuram two hours a day, and we would like to know when the next cohort begins.'
const now = new Date(0)

describe('earlier texts', () => {
  it('are recognised from any network, also when names, numbers and links differ', () => {
    const recent = new RecentSubmissions()
    const note = (n: number, ip: string, text = offer(n)) => recent.note(ip, text, `a${n}@x.example`, now).text
    expect(note(1, '192.0.2.1')).toEqual({ here: 0, elsewhere: 0 })
    expect(note(2, '192.0.2.2')).toEqual({ here: 0, elsewhere: 1 })
    expect(note(3, '192.0.2.1')).toEqual({ here: 1, elsewhere: 1 })
    expect(note(4, '192.0.2.3', other)).toEqual({ here: 0, elsewhere: 0 })
    expect(note(5, '2001:db8::1')).toEqual({ here: 0, elsewhere: 2 })
    expect(note(6, '2001:db8::ffff')).toEqual({ here: 1, elsewhere: 2 })
  })

  it('are forgotten after an hour, and ignored when they are short', () => {
    const recent = new RecentSubmissions()
    recent.note('192.0.2.1', offer(1), 'a@x.example', now)
    const later = (ms: number) => recent.note('192.0.2.2', offer(1), 'b@x.example', new Date(ms)).text.elsewhere
    expect([later(hour - 1), later(hour)]).toEqual([1, 0])
    expect(sketchOf('Please call me back')).toEqual([])
    expect(sketchOf(`${'x'.repeat(10_000)} ${'word '.repeat(30_000)}`)).toHaveLength(2)
  })

  it('are not counted for submissions from this machine', () => {
    const recent = new RecentSubmissions()
    for (const ip of ['127.0.0.1', '::1', 'Unknown']) recent.note(ip, offer(1), 'a@x.example', now)
    expect(recent.note('192.0.2.1', offer(1), 'a@x.example', now)).toEqual({
      text: { here: 0, elsewhere: 0 },
      address: { here: 0, elsewhere: 0 },
    })
  })
})

it('an address is counted once per network, whatever its case', () => {
  const recent = new RecentSubmissions()
  const note = (ip: string, address: string) => recent.note(ip, '', address, now).address
  note('192.0.2.1', 'Asha@x.example')
  note('192.0.2.1', 'asha@x.example')
  expect(note('192.0.2.2', ' asha@X.example')).toEqual({ here: 0, elsewhere: 1 })
})

it('of 35,000 addresses, remembers the newest and forgets the oldest', () => {
  const recent = new RecentSubmissions()
  for (let n = 0; n < 35_000; n += 1) recent.note('192.0.2.1', '', `a${n}@x.example`, now)
  expect(recent.note('192.0.2.2', '', 'a0@x.example', now).address.elsewhere).toBe(0)
  expect(recent.note('192.0.2.2', '', 'a34999@x.example', now).address.elsewhere).toBe(1)
})
