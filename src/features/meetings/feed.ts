import { randomBytes } from 'node:crypto'
import { fillPath } from '../../api/route.ts'
import type { Application } from '../../applications/application.ts'
import { isHidden } from '../../applications/blind.ts'
import { overlaps } from '../../applications/meetings.ts'
import { blindOf } from '../../server/blind/blind.ts'
import { meetingsSince } from '../../server/changes/meeting-times.ts'
import { sha256 } from '../../server/crypto/hashes.ts'
import type { Limits } from '../../server/database/limits.ts'
import type { Settings } from '../../server/database/settings.ts'
import { enforce } from '../../server/http/limits.ts'
import { Routes, succeeded } from '../../server/http/routes.ts'
import { limitKey } from '../../server/networks.ts'
import type { Slots } from '../../server/records/slots.ts'
import { calendar, meetingUid } from '../../shared/calendar.ts'
import { after, day, hour, siteZone } from '../../shared/dates.ts'
import type { Rate } from '../../shared/durations.ts'
import { AppError } from '../../shared/errors.ts'
import { reference } from '../../shared/ids.ts'
import { calendarFeed, meetingRoutes } from './api.ts'

interface Feed {
  readonly slots: Slots
  readonly settings: Settings
  readonly limits: Limits
  readonly publicUrl: string
  readonly letters: { readonly siteName: string }
  now(): Date
}

/** The setting with the hash of the feed's secret, and when it was made; null while there is none. */
const settingName = 'calendar feed'

type StoredFeed = { readonly hash: string; readonly since: string } | null

const stored = async (settings: Pick<Settings, 'get'>): Promise<{ feed: StoredFeed; revision: number }> => {
  const { value = null, revision = 0 } = (await settings.get(settingName)) ?? {}
  return { feed: value as StoredFeed, revision }
}

/** When the address of the feed was made, as ISO 8601; null while there is none. */
export const feedSince = async (settings: Pick<Settings, 'get'>): Promise<string | null> =>
  (await stored(settings)).feed?.since ?? null

/** Calendars read a feed every few minutes to hours. A wrong secret counts, too. */
const reads: Rate = { count: 60, periodMs: hour }
const titleOf = ({ companyName, applicantName }: Application): string => [companyName, applicantName].filter(Boolean).join(', ')

/** How far back the feed goes. */
const feedDays = 30

/** Makes and ends the secret address of the feed, and answers whoever has it with the meetings as a calendar. */
export function feedRoutes(parts: Feed): readonly Routes[] {
  const { settings, limits, publicUrl, now } = parts
  async function put(feed: StoredFeed): Promise<void> {
    if ((await settings.put(settingName, feed, (await stored(settings)).revision)) === 'stale') await put(feed)
  }
  const admin = new Routes('admin')
    .on(meetingRoutes.makeCalendarFeed, async () => {
      const secret = randomBytes(24).toString('base64url')
      const since = now().toISOString()
      await put({ hash: sha256(secret), since })
      return { url: publicUrl + fillPath(calendarFeed, { file: `${secret}.ics` }), since }
    })
    .on(meetingRoutes.endCalendarFeed, async () => {
      await put(null)
      return succeeded
    })
  const holder = new Routes('holder').get(calendarFeed, async (context) => {
    await enforce(limits, `feed:client:${limitKey(context.get('client'))}`, reads, now())
    const { feed } = await stored(settings)
    const [, secret = ''] = /^([\w-]{32})\.ics$/.exec(context.req.param('file')) ?? []
    if (sha256(secret) !== feed?.hash) throw new AppError('RECORD_NOT_FOUND', { message: 'This calendar does not exist.' })
    const { meetings, location } = await meetingsSince(parts, after(now(), -feedDays * day))
    const blind = await blindOf(settings)
    const events = meetings.map(({ application, at, minutes }) => ({
      ...{ uid: meetingUid(application.id), sequence: application.revision, since: now(), at, minutes, location },
      title:
        ((!isHidden(blind, application) && titleOf(application)) || reference(application.id)) +
        (meetings.some((other) => other.application !== application && overlaps(other, { at, minutes }))
          ? ' (two at this time)'
          : ''),
      url: `${publicUrl}/app/dashboard?details=${application.id}`,
    }))
    const text = calendar(events, 'PUBLISH', siteZone(), `${parts.letters.siteName}: meetings`)
    return context.body(text, 200, { 'Content-Type': 'text/calendar; charset=utf-8', 'Referrer-Policy': 'no-referrer' })
  })
  return [admin, holder]
}
