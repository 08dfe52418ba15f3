import type { Application } from '../../applications/application.ts'
import { earliestChange } from '../../applications/meetings.ts'
import type { Delivery } from '../../applications/outgoing/change.ts'
import { gist } from '../../forms/views/as-text.ts'
import { storedTerms, termsKey } from '../../server/changes/meeting-terms.ts'
import { meetingsSince } from '../../server/changes/meeting-times.ts'
import { saveChanges } from '../../server/changes/save-changes.ts'
import type { Settings } from '../../server/database/settings.ts'
import type { Core } from '../../server/feature.ts'
import type { FormVersions } from '../../server/forms/versions.ts'
import { readObject } from '../../server/http/body.ts'
import { invalid, readText } from '../../server/http/faults.ts'
import { Routes } from '../../server/http/routes.ts'
import type { StoredApplications } from '../../server/records/applications/lists.ts'
import { maxSlots, type Slot, type Slots } from '../../server/records/slots.ts'
import { after, day, minute } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { InvitedRecord, MeetingsResponse, TermsRecord } from './api.ts'
import { meetingRoutes } from './api.ts'
import { feedSince } from './feed.ts'
import { tellPlace, toldTerms } from './new-place.ts'
import { remindToChoose } from './reminders.ts'
import { remindedSince } from './store.ts'

interface Meetings {
  readonly engine: Core['engine']
  readonly applications: Pick<StoredApplications, 'all' | 'byId' | 'history' | 'save'>
  readonly slots: Slots
  readonly settings: Settings
  readonly formVersions: Pick<FormVersions, 'of'>
  readonly delivery: Delivery
  now(): Date
  poke(): void
}

/** How far back the page shows meetings. */
const shownDays = 14
/** The most applications without a meeting that are listed. */
const maxWaiting = 200
/** The most that one press reminds. */
const maxReminded = 1_000
const maxLocation = 300

async function invited({ formVersions }: Pick<Meetings, 'formVersions'>, application: Application): Promise<InvitedRecord> {
  const { id, formType, applicantName, companyName, status, answers, total } = application
  const form = await formVersions.of(application)
  return {
    id,
    form_type: formType,
    applicant_name: applicantName,
    company_name: companyName,
    status,
    gist: gist(form, answers),
    total,
  }
}

/** All who are invited to pitch. */
async function pitching({ applications }: Pick<Meetings, 'applications'>): Promise<readonly Application[]> {
  const pitch: Application[] = []
  for await (const application of applications.all({ status: 'pitch', limit: maxWaiting })) pitch.push(application)
  return pitch
}

const hasNoTime = ({ meetingAt }: Application): boolean => meetingAt === null

async function overview(parts: Meetings): Promise<Omit<MeetingsResponse, 'success'>> {
  const { applications, settings, engine, now } = parts
  const { meetings, slots } = await meetingsSince(parts, after(now(), -shownDays * day))
  const { terms, revision } = await storedTerms(settings)
  const pitch = await pitching(parts)
  const waiting = pitch.filter(hasNoTime)
  const reminded = await remindedSince(
    engine,
    waiting.slice(0, maxWaiting).map(({ id }) => id),
    after(now(), -day),
  )
  return {
    meetings: await Promise.all(
      meetings.map(async ({ application, at, minutes }) => ({
        ...(await invited(parts, application)),
        at: at.toISOString(),
        minutes,
        notes: application.notes,
        location_told: at > now() ? (toldTerms(await applications.history(application.id))?.location ?? null) : null,
      })),
    ),
    slots: slots.map(({ at, minutes, holder = null }) => ({ at: at.toISOString(), minutes, holder })),
    waiting: await Promise.all(
      waiting.slice(0, maxWaiting).map(async (application) => ({
        ...(await invited(parts, application)),
        reminded_at: reminded.get(application.id)?.toISOString() ?? null,
      })),
    ),
    waitingTotal: waiting.length,
    invitedTotal: pitch.length,
    terms,
    termsRevision: revision,
    feedSince: await feedSince(settings),
  }
}

/** How long the letters about a new place wait: a place that is changed again meanwhile has one letter. */
const placeHoldMs = 5 * minute

/** Tells the place to those whose meeting is ahead, and who were written another one. Returns how many. */
async function tellNewPlace(parts: Meetings, by: string): Promise<number> {
  const { applications, slots, settings, delivery, now } = parts
  const { terms } = await storedTerms(settings)
  const heldUntil = after(now(), placeHoldMs)
  let letters = 0
  for (const { id, revision } of await slots.meetings(now())) {
    const saved = await saveChanges(parts, id, async (application) => {
      const act = { by, at: now(), delivery: { ...delivery, heldUntil } }
      const change = tellPlace(application, await applications.history(id), terms, act)
      return change === undefined ? [] : [change]
    })
    if (saved.revision > revision) letters += 1
  }
  return letters
}

const isMinutes = (value: unknown, min: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= 480

/** @throws AppError FORM_VALIDATION_FAILED */
function readTimes(name: string, times: unknown): readonly Date[] {
  const isText = (time: unknown): time is string => typeof time === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/.test(time)
  if (!Array.isArray(times) || times.length > 500 || !times.every(isText))
    throw invalid(name, 'A list of at most 500 times is required')
  const read = [...new Set(times)].map((time) => new Date(time))
  if (read.some((time) => Number.isNaN(time.getTime()))) throw invalid(name, 'A time does not exist')
  return read
}

/** @throws AppError FORM_VALIDATION_FAILED */
function readTerms({ minutes, gap, location }: Readonly<Record<string, unknown>>): TermsRecord {
  if (!isMinutes(minutes, 5)) throw invalid('minutes', 'A meeting takes from 5 minutes to 8 hours')
  if (!isMinutes(gap, 0)) throw invalid('gap', 'Between two meetings are at most 8 hours')
  const text = readText('location', location, maxLocation).trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a place is one line
  if (/[\u0000-\u001f\u007f]/.test(text) || !text.isWellFormed()) throw invalid('location', 'The place must be one line')
  return { minutes, gap, location: text }
}

const refusals = {
  held: 'Somebody has chosen one of these times. Move or cancel that meeting first.',
  overlap: 'Two of these times would overlap.',
  full: `At most ${maxSlots.toLocaleString('en')} times can be stored.`,
} as const

export function deskRoutes(parts: Meetings, core: Core): Routes {
  const { slots, settings, now } = parts
  return new Routes('admin')
    .on(meetingRoutes.meetings, async (context) => {
      const all = await overview(parts)
      // A helper meets: who is invited, and the address of the feed, are the admin's.
      return context.get('session').helper === undefined ? all : { ...all, waiting: [], feedSince: null }
    })
    .on(meetingRoutes.saveSlots, async (context) => {
      const { add, remove, minutes } = await readObject(context)
      if (!isMinutes(minutes, 5)) throw invalid('minutes', 'A meeting takes from 5 minutes to 8 hours')
      const added = readTimes('add', add).map((at): Slot => ({ at, minutes }))
      if (added.some(({ at }) => at <= now())) throw invalid('add', 'A time is in the past')
      const outcome = await slots.change(added, readTimes('remove', remove))
      if (outcome !== 'saved') throw new AppError('CONFLICT', { message: refusals[outcome] })
      return overview(parts)
    })
    .on(meetingRoutes.saveMeetingTerms, async (context) => {
      const { revision, ...body } = await readObject(context)
      if (!Number.isSafeInteger(revision) || Number(revision) < 0)
        throw invalid('revision', 'The revision that was read is required')
      if ((await settings.put(termsKey, readTerms(body), Number(revision))) === 'stale')
        throw new AppError('CONFLICT', { message: 'This was changed in another window.' })
      return { letters: await tellNewPlace(parts, context.get('session').email), ...(await overview(parts)) }
    })
    .on(meetingRoutes.remindToChoose, async (context) => {
      if ((await slots.open(earliestChange(now()))).length === 0)
        throw new AppError('CONFLICT', { message: 'No time is open that they could choose. Open times first.' })
      const waiting = (await pitching(parts)).filter(hasNoTime).slice(0, maxReminded)
      return { letters: await remindToChoose(core, waiting, context.get('session').email), ...(await overview(parts)) }
    })
}
