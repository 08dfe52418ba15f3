import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { onBothDatabases } from '../../../tests/contract/on-database.ts'
import { type App, openApp } from '../../../tests/support/app.ts'
import { slots as storedSlots } from '../../server/records/stored-slots.ts'
import { day, minute, setZone, siteZone } from '../../shared/dates.ts'
import { busyTimes } from './calendar.ts'

const event = (...lines: readonly string[]): string =>
  ['BEGIN:VEVENT', 'UID:one', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n')
const calendar = (...events: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...events, 'END:VCALENDAR', ''].join('\r\n')
const [from, until] = [new Date('2026-01-05T00:00:00Z'), new Date('2026-02-05T00:00:00Z')]
const busy = (...events: readonly string[]) =>
  busyTimes(calendar(...events), from, until).map(
    (time) => `${time.from.toISOString()} ${time.until.toISOString().slice(11, 16)}`,
  )

describe('the busy times of a calendar', () => {
  const zone = siteZone()
  beforeEach(() => setZone('Asia/Kolkata'))
  afterEach(() => setZone(zone))

  it('are those of its events, with repeats, exceptions and changed ones', () => {
    const daily = ['DTSTART;TZID=Asia/Kolkata:20200106T100000', 'DTEND;TZID=Asia/Kolkata:20200106T110000']
    const changed = [
      'RECURRENCE-ID;TZID=Asia/Kolkata:20260119T100000',
      'DTSTART;TZID=Asia/Kolkata:20260119T150000',
      'DTEND;TZID=Asia/Kolkata:20260119T153000',
    ]
    expect(
      busy(
        event(...daily, 'RRULE:FREQ=WEEKLY;UNTIL=20260127T000000Z', 'EXDATE;TZID=Asia/Kolkata:20260112T100000'),
        event(...changed),
      ),
    ).toEqual(['2026-01-05T04:30:00.000Z 05:30', '2026-01-19T09:30:00.000Z 10:00', '2026-01-26T04:30:00.000Z 05:30'])
  })

  it('keep the hour of their zone, and take whole days in ours', () => {
    const london = ['DTSTART;TZID=Europe/London:20260106T090000', 'DURATION:PT45M', 'RRULE:FREQ=DAILY;COUNT=2']
    expect(busy(event(...london))).toEqual(['2026-01-06T09:00:00.000Z 09:45', '2026-01-07T09:00:00.000Z 09:45'])
    expect(busy(event('DTSTART;VALUE=DATE:20260110', 'DTEND;VALUE=DATE:20260111'))).toEqual(['2026-01-09T18:30:00.000Z 18:30'])
    expect(busy(event('DTSTART:20260110T100000', 'DTEND:20260110T110000'))).toEqual(['2026-01-10T04:30:00.000Z 05:30'])
  })

  it('are none of an event that is free, cancelled, past or far ahead', () => {
    const at = ['DTSTART:20260110T100000Z', 'DTEND:20260110T110000Z']
    expect(busy(event(...at, 'TRANSP:TRANSPARENT'), event(...at, 'STATUS:CANCELLED'))).toEqual([])
    expect(busy(event('DTSTART:20250110T100000Z', 'DTEND:20250110T110000Z'), event('DTSTART:20270110T100000Z'))).toEqual([])
  })

  it('of a hostile calendar are refused within a second or two', () => {
    const at = ['DTSTART:20200101T100000Z', 'DTEND:20200101T110000Z']
    for (const rule of ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=YEARLY;BYWEEKNO=54'])
      expect(() => busy(event(...at, `RRULE:${rule}`))).toThrow('It is no calendar that can be read')
    expect(() => busyTimes('<html>', from, until)).toThrow('It is no calendar')
    expect(() => busyTimes(calendar('BEGIN:VEVENT'), from, until)).toThrow('It is no calendar that can be read')
    const many = Array.from({ length: 5_001 }, () => event('DTSTART:20260110T100000Z', 'DTEND:20260110T110000Z'))
    expect(() => busy(...many)).toThrow('It has too many events')
  })
})

onBothDatabases((fresh) => {
  let app: App
  let source: Server
  let url: string
  let answer: RequestListener
  beforeEach(async () => {
    const storage = await fresh()
    app = await openApp({ wrap: () => storage })
    source = createServer((request, response) => answer(request, response))
    await new Promise<void>((listening) => source.listen(0, '127.0.0.1', listening))
    const { port } = source.address() as { port: number }
    url = `http://127.0.0.1:${port}/me.ics`
  })
  afterEach(async () => {
    source.closeAllConnections()
    source.close()
    await app.remove()
  })
  const put = (address: string) => app.call('/api/meetings/busy', 'PUT', { url: address })

  it('times at which the own calendar is busy are not offered; the last known count', async () => {
    const slots = ['2026-01-12T10:00:00.000Z', '2026-01-12T11:00:00.000Z']
    const added = await app.call('/api/meetings/slots', 'PUT', { add: slots, remove: [], minutes: 45 })
    expect(added.status).toBe(200)
    answer = (_, response) => void response.end(calendar(event('DTSTART:20260112T103000Z', 'DTEND:20260112T110000Z')))
    expect(await put(url)).toMatchObject({ status: 200, body: { busy: { host: '127.0.0.1', fault: '', kept_back: 1 } } })
    // A slot that begins when the busy time ends is offered.
    answer = (_, response) => void response.writeHead(503).end()
    app.clock.ms += 11 * minute
    await app.chore('own calendar')
    const { busy: state } = (await app.call('/api/meetings/busy')).body
    expect(state).toMatchObject({ fault: 'It answered 503', kept_back: 1, read_at: '2026-01-05T04:30:00.000Z' })
    answer = (_, response) => void response.end(calendar())
    app.clock.ms += 11 * minute
    await app.chore('own calendar')
    expect((await app.call('/api/meetings/busy')).body.busy).toMatchObject({ fault: '', kept_back: 0 })
    expect(await put('')).toMatchObject({ status: 200, body: { busy: null } })
  })

  it('it is read again after a clock that was a year ahead', async () => {
    let reads = 0
    answer = (_, response) => {
      reads += 1
      response.end(calendar())
    }
    app.clock.ms += 365 * day
    await put(url)
    app.clock.ms -= 365 * day
    await app.chore('own calendar')
    await app.chore('own calendar')
    expect(reads).toBe(2)
  })

  it('what is read of a calendar that is ended meanwhile keeps no time back', async () => {
    const slots = ['2026-01-12T10:00:00.000Z', '2026-01-12T11:00:00.000Z']
    await app.call('/api/meetings/slots', 'PUT', { add: slots, remove: [], minutes: 45 })
    const text = calendar(event('DTSTART:20260112T103000Z', 'DTEND:20260112T110000Z'))
    answer = (_, response) => void response.end(text)
    await put(url)
    const [requested, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    answer = (_, response) => {
      requested.resolve()
      void ended.promise.then(() => response.end(text))
    }
    app.clock.ms += 11 * minute
    const reading = app.chore('own calendar')
    await requested.promise
    expect(await put('')).toMatchObject({ status: 200, body: { busy: null } })
    ended.resolve()
    await reading
    expect((await app.call('/api/meetings/busy')).body.busy).toBeNull()
    expect((await storedSlots(app.storage.engine).open(new Date(0))).map(({ at }) => at.toISOString())).toEqual(slots)
  })

  it('an address is read within limits, and from the public internet alone', async () => {
    answer = (_, response) => void response.end(`BEGIN:VCALENDAR${' '.repeat(1024 * 1024)}`)
    expect((await put(url)).body.busy.fault).toBe('It is larger than 1 MB')
    answer = (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
    expect((await put(url)).body.busy.fault).toBe('It answered 302: enter the final address')
    answer = (_, response) => void response.end('<html>')
    expect((await put(url)).body.busy.fault).toBe('It is no calendar')
    for (const address of [
      'http://calendar.example/me.ics',
      'https://10.0.0.1/me.ics',
      'ftp://x.example/',
      'https://u:p@x.example/',
    ])
      expect([address, (await put(address)).status]).toEqual([address, 400])
    expect((await put('webcal://calendar.invalid/me.ics')).body.busy).toMatchObject({ host: 'calendar.invalid', read_at: null })
  })
})
