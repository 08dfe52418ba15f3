import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Settings } from '../../server/database/settings.ts'
import { readObject } from '../../server/http/body.ts'
import { invalid } from '../../server/http/faults.ts'
import { addressFault, guardedLookup, isTrialSite } from '../../server/http/public-address.ts'
import { Routes } from '../../server/http/routes.ts'
import type { Slots } from '../../server/records/slots.ts'
import { after, day, minute, second } from '../../shared/dates.ts'
import { type BusyRecord, meetingRoutes } from './api.ts'
import { busyTimes } from './calendar.ts'

/** The reviewer's own calendar as it is stored. `readAt`, ISO 8601: when it was read last; `fault`: why it could not be read since, or empty. */
interface StoredCalendar {
  readonly url: string
  readonly readAt: string | null
  readonly triedAt: string
  readonly fault: string
}

interface Busy {
  readonly settings: Settings
  readonly slots: Pick<Slots, 'setBusy' | 'all' | 'open'>
  readonly publicUrl: string
  now(): Date
}

const settingName = 'own calendar'

/** How far ahead busy times are read: further than slots are planned. */
const aheadDays = 120
const maxBytes = 1024 * 1024
const limitMs = 10 * second
/** How often it is read, by one of the nodes. */
const everyMs = 10 * minute

const stored = async (settings: Pick<Settings, 'get'>): Promise<{ calendar: StoredCalendar | null; revision: number }> => {
  const { value = null, revision = 0 } = (await settings.get(settingName)) ?? {}
  return { calendar: value as StoredCalendar | null, revision }
}

/** Reads an address, at most 1 MB in 10 seconds, from the public internet alone. It follows no redirect. @throws Error in words for the admin */
function read(url: string, isTrial: boolean): Promise<string> {
  const fault = addressFault(url, isTrial)
  if (fault !== undefined) return Promise.reject(new Error(fault))
  const limit = AbortSignal.timeout(limitMs)
  return new Promise((resolve, reject) => {
    const fail = (words: string): void => reject(new Error(words))
    const request = url.startsWith('https:') ? requestHttps : requestHttp
    const options = { agent: false, lookup: guardedLookup(isTrial), signal: limit, headers: { accept: 'text/calendar' } }
    const call = request(url, options, (response) => {
      const { statusCode = 0 } = response
      const chunks: Buffer[] = []
      let bytes = 0
      if (statusCode !== 200) {
        response.destroy()
        const isMoved = statusCode >= 300 && statusCode < 400
        return fail(isMoved ? `It answered ${statusCode}: enter the final address` : `It answered ${statusCode}`)
      }
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength
        if (bytes > maxBytes) {
          response.destroy()
          fail('It is larger than 1 MB')
        } else chunks.push(chunk)
      })
      response.on('end', () => resolve(Buffer.concat(chunks).toString()))
      response.on('error', () => fail(limit.aborted ? 'It did not answer within 10 seconds' : 'The connection was cut'))
    })
    call.on('error', (error: NodeJS.ErrnoException) =>
      fail(
        limit.aborted ? 'It did not answer within 10 seconds' : (error.message || error.code || 'No connection').slice(0, 200),
      ),
    )
    call.end()
  })
}

/** Stores another address, or none, whatever was stored. Returns its revision. */
async function put(settings: Settings, next: StoredCalendar | null): Promise<number> {
  const { revision } = await stored(settings)
  return (await settings.put(settingName, next, revision)) === 'stale' ? put(settings, next) : revision + 1
}

/** Reads the calendar at an address, and stores when the reviewer is busy; after a fault the last known times stay. */
async function refresh(
  { settings, slots, publicUrl, now }: Busy,
  { calendar, revision }: { calendar: StoredCalendar; revision: number },
): Promise<void> {
  const at = now()
  let times: ReturnType<typeof busyTimes> | undefined
  let fault = ''
  try {
    times = busyTimes(await read(calendar.url, isTrialSite(publicUrl)), after(at, -day), after(at, aheadDays * day))
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error)
  }
  const triedAt = at.toISOString()
  const next = { ...calendar, triedAt, fault, readAt: times === undefined ? calendar.readAt : triedAt }
  // Another node, another address or the end came first: what was read counts no more.
  if ((await settings.put(settingName, next, revision)) === 'stale' || times === undefined) return
  await slots.setBusy(times)
  if ((await stored(settings)).calendar === null) await slots.setBusy([])
}

/** Reads the calendar again, when it is time. */
export async function readAgain(parts: Busy): Promise<void> {
  const { calendar, revision } = await stored(parts.settings)
  // A time that is ahead is of a clock that was wrong.
  if (calendar === null || Math.abs(parts.now().getTime() - Date.parse(calendar.triedAt)) < everyMs) return
  await refresh(parts, { calendar, revision })
}

/** The reviewer's own calendar, whose busy times are not offered: its address is entered and ended. */
export function busyRoutes(parts: Busy): Routes {
  const { settings, slots, publicUrl, now } = parts
  async function state(): Promise<{ readonly busy: BusyRecord | null }> {
    const { calendar } = await stored(settings)
    if (calendar === null) return { busy: null }
    const { url, readAt, fault } = calendar
    const [all, open] = await Promise.all([slots.all(now()), slots.open(now())])
    const free = all.filter(({ holder }) => holder === undefined).length
    return { busy: { host: new URL(url).hostname, read_at: readAt, fault, kept_back: Math.max(0, free - open.length) } }
  }
  return new Routes('admin').on(meetingRoutes.busy, state).on(meetingRoutes.saveBusy, async (context) => {
    const { url } = await readObject(context)
    const address = typeof url === 'string' ? url.trim().replace(/^webcal:/i, 'https:') : ''
    const fault = address === '' ? undefined : addressFault(address, isTrialSite(publicUrl))
    if (fault !== undefined) throw invalid('url', fault)
    const next = address === '' ? null : { url: address, readAt: null, triedAt: now().toISOString(), fault: '' }
    const revision = await put(settings, next)
    await slots.setBusy([])
    if (next !== null) await refresh(parts, { calendar: next, revision })
    return state()
  })
}
