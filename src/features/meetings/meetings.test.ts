import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, openApp, startOfTest } from '../../../tests/support/app.ts'
import { type Applicant, applicantOf } from '../../../tests/support/applicant.ts'
import { statementsOf } from '../../../tests/support/statements.ts'
import { submission } from '../../../tests/support/submissions.ts'
import { calendarPart } from '../../server/mail/headers.ts'
import { day, hour, minute, second, setZone, siteZone } from '../../shared/dates.ts'

let app: App

beforeAll(async () => {
  app = await openApp({ settings: { DECISION_HOLD_S: '10' } })
})
afterAll(() => app.remove())

let addresses = 0
const address = (name: string): string => `${name}-${++addresses}@example.in`
const later = (ms: number): void => {
  app.clock.ms += ms
}
/** A part hour, `days` after now; no two calls have the same. */
let hours = 0
const slotAfter = (days: number): string => {
  hours += 1
  const start = Math.ceil(app.clock.ms / day) * day
  return new Date(start + days * day + (hours % 20) * hour).toISOString()
}
const paint = (add: readonly string[], remove: readonly string[] = [], minutes = 45) =>
  app.call('/api/meetings/slots', 'PUT', { add, remove, minutes })

/** A founder whose invitation to pitch was sent. */
async function invited(name: string, companyName = `${name} Labs`): Promise<Applicant & { readonly email: string }> {
  const email = address(name)
  const founder = await applicantOf(app, email, 'Accelerator', { founderName: name, companyName })
  await app.runOutbox()
  expect((await app.call(`/api/applications/${founder.id}`, 'PATCH', { status: 'pitch' })).status).toBe(200)
  later(11 * second)
  await app.runOutbox()
  return { ...founder, email }
}
const choose = (of: Applicant, at: string, from = '', headers = {}) => of.post('/my/meeting', { of: of.id, at, from }, headers)
const meetingOf = async (of: Applicant): Promise<string | null> => (await of.stored()).meetingAt?.toISOString() ?? null

const sender = { name: 'Kolam', address: 'hello@kolam.example' }
/** The calendar parts that an address got, oldest first, as a calendar program reads them. */
const calendarsTo = (email: string) =>
  app.mails.flatMap((mail) => {
    const file = mail.to === email ? calendarPart(mail, sender, email) : undefined
    if (file === undefined) return []
    const part = new ICAL.Component(ICAL.parse(file.content))
    // The format asks for the program; a letter names no other house than the sender's.
    expect(part.getFirstPropertyValue('prodid')).toBe('-//Meetings//EN')
    const event = new ICAL.Event(part.getFirstSubcomponent('vevent') ?? undefined)
    const zone = new ICAL.Timezone(part.getFirstSubcomponent('vtimezone') ?? undefined)
    const clock = event.startDate.clone()
    clock.zone = zone
    return [
      {
        method: part.getFirstPropertyValue('method'),
        uid: event.uid,
        sequence: event.sequence,
        at: clock.toJSDate().toISOString(),
        minutes: event.duration.toSeconds() / 60,
        zone: zone.tzid,
        organizer: event.organizer,
        attendee: event.attendees[0]?.getFirstValue(),
        status: event.component.getFirstPropertyValue('status'),
        location: event.location,
      },
    ]
  })

it('without a slot an invitation has the booking link, and the page offers no time', async () => {
  const asha = await invited('Asha')
  const letter = app.mails.findLast(({ to, subject }) => to === asha.email && subject.startsWith('An invitation to pitch'))
  expect(letter?.text).toMatch(/Book your pitch:?\s+https:\/\/\S+\/book/)
  expect((await asha.get()).html).not.toContain('/my/meeting')
  expect((await asha.get(`/my/meeting?of=${asha.id}`)).html).toContain('No time is open at the moment.')
})

it('the desk refuses times that overlap, are past, or no times', async () => {
  const at = slotAfter(3)
  const inside = new Date(Date.parse(at) + 30 * minute).toISOString()
  expect((await paint([at])).body.slots).toContainEqual({ at, minutes: 45, holder: null })
  // Again, because its answer did not arrive.
  expect((await paint([at])).status).toBe(200)
  expect((await paint([inside])).body).toMatchObject({ code: 'CONFLICT', error: 'Two of these times would overlap.' })
  expect((await paint([inside], [at], 15)).status).toBe(200)
  expect((await paint([startOfTest.toISOString()])).body.details).toEqual({ add: 'A time is in the past' })
  for (const [add, minutes] of [
    [['soon'], 45],
    [at, 45],
    [[at], 0],
    [[at], 481],
    [['2026-02-31T25:00:00.000Z'], 45],
  ] as const)
    expect((await app.call('/api/meetings/slots', 'PUT', { add, remove: [], minutes })).status).toBe(400)
  expect((await paint([], [inside])).body.slots).toEqual([])
  const terms = { minutes: 30, gap: 0, location: 'https://video.example/room', revision: 0 }
  expect((await app.call('/api/meetings/terms', 'PUT', terms)).body.terms.minutes).toBe(30)
  // Enter pressed twice is one save.
  expect((await app.call('/api/meetings/terms', 'PUT', terms)).body).toMatchObject({ termsRevision: 1 })
  expect((await app.call('/api/meetings/terms', 'PUT', { ...terms, minutes: 45 })).status).toBe(409)
  expect((await app.call('/api/meetings/terms', 'PUT', { ...terms, revision: 1, location: 'two\nlines' })).status).toBe(400)
})

it('of fifty who choose one time at once one gets it, and 49 read that it is taken', async () => {
  const at = slotAfter(4)
  await paint([at, slotAfter(4)])
  const founders = await Promise.all(Array.from({ length: 50 }, (_, n) => applicantOf(app, address(`many${n}`))))
  for (const { id } of founders) await app.call(`/api/applications/${id}`, 'PATCH', { status: 'pitch' })
  later(11 * second)
  await app.runOutbox()
  let answers: readonly Response[] = []
  const statements = await statementsOf(async () => {
    answers = await Promise.all(founders.map((founder) => choose(founder, at)))
  })
  // That a time is taken is an answer before anything is written: no choice makes others be written again.
  expect(statements).not.toContain('rollback')
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array<number>(49).fill(409)])
  expect(texts.filter((html) => html.includes('This time was taken a moment ago.'))).toHaveLength(49)
  const winner = founders[answers.findIndex(({ status }) => status === 303)]
  expect((await Promise.all(founders.map(meetingOf))).filter((meeting) => meeting !== null)).toEqual([at])
  const { slots, meetings, waitingTotal } = (await app.call('/api/meetings')).body
  expect(slots).toContainEqual({ at, minutes: 45, holder: winner?.id })
  expect(meetings.map(({ id }: { id: string }) => id)).toEqual([winner?.id])
  // Asha, and those who got none
  expect(waitingTotal).toBe(50)
  expect((await paint([], [at])).body.error).toContain('Somebody has chosen one of these times.')
})

it('five moves are one event with a rising sequence, then it is cancelled: none', async () => {
  const times = Array.from({ length: 6 }, () => slotAfter(6))
  await paint(times)
  const bela = await invited('Bela')
  const letter = app.mails.findLast(({ to, subject }) => to === bela.email && subject.startsWith('An invitation to pitch'))
  expect(letter?.text).toMatch(new RegExp(`Book your pitch:?\\s+http://localhost:3000/my/${bela.id}\\.`))
  expect((await bela.get()).html).toContain(`/my/meeting?of=${bela.id}`)
  let from = ''
  for (const at of times) {
    expect((await choose(bela, at, from)).status).toBe(303)
    // sent twice
    expect((await choose(bela, at, from)).status).toBe(303)
    from = at
    await app.runOutbox()
  }
  const page = (await bela.get()).html
  expect(page).toContain('Our meeting is set.')
  expect(page).not.toContain('You are invited to a conversation.')
  expect(page).toContain(`href="/my/meeting.ics?of=${bela.id}"`)
  const [first, ...moves] = calendarsTo(bela.email)
  const file = await bela.get(`/my/meeting.ics?of=${bela.id}`)
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(file.html)).getFirstSubcomponent('vevent') ?? undefined)
  expect([file.status, event.uid, event.sequence, event.location]).toEqual([
    200,
    first?.uid,
    moves.at(-1)?.sequence,
    'https://video.example/room',
  ])
  const other = await invited('Bina')
  expect((await other.get(`/my/meeting.ics?of=${bela.id}`)).status).toBe(404)
  expect((await other.get(`/my/meeting.ics?of=${other.id}`)).status).toBe(404)
  expect(moves).toHaveLength(5)
  expect(first).toMatchObject({
    method: 'REQUEST',
    uid: `kolam-meeting-${bela.id}`,
    minutes: 45,
    zone: 'Asia/Kolkata',
    organizer: 'mailto:hello@kolam.example',
    attendee: `mailto:${bela.email}`,
    status: 'CONFIRMED',
    location: 'https://video.example/room',
  })
  expect([first, ...moves].map((event) => event?.at)).toEqual(times)
  expect(new Set([first, ...moves].map((event) => event?.uid)).size).toBe(1)
  const sequences = [first, ...moves].map((event) => event?.sequence ?? 0)
  expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b))
  expect((await choose(bela, 'none', times[0])).status).toBe(409)
  expect((await choose(bela, 'none', from)).status).toBe(303)
  await app.runOutbox()
  const last = calendarsTo(bela.email).at(-1)
  expect(last).toMatchObject({ method: 'CANCEL', uid: first?.uid, status: 'CANCELLED', at: from })
  expect(last?.sequence).toBeGreaterThan(Math.max(...sequences))
  expect(await meetingOf(bela)).toBeNull()
  expect((await app.call('/api/meetings')).body.slots.filter(({ holder }: { holder: string }) => holder === bela.id)).toEqual([])
})

it('says until when a time can be changed, and refuses everything else', async () => {
  const [soon, far] = [new Date(Math.ceil(app.clock.ms / hour) * hour + 11 * hour).toISOString(), slotAfter(8)]
  await paint([soon, far])
  const [chitra, stranger] = [await invited('Chitra'), await applicantOf(app, address('stranger'))]
  const page = (await chitra.get(`/my/meeting?of=${chitra.id}`)).html
  expect(page).toContain('until 12 hours before')
  expect(page).toContain(`value="${far}"`)
  expect(page).not.toContain(soon)
  expect((await choose(chitra, soon)).status).toBe(409)
  expect((await choose(chitra, slotAfter(9))).status).toBe(409)
  for (const at of ['', 'tomorrow', '2026-13-01T00:00:00.000Z']) expect((await choose(chitra, at)).status).toBe(422)
  expect((await choose(chitra, far, soon)).status).toBe(409)
  expect((await choose(chitra, far, '', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  // Nobody has told this one of an invitation.
  expect((await choose(stranger, far)).status).toBe(409)
  expect((await choose({ ...chitra, post: stranger.post }, far)).status).toBe(404)
  expect(await meetingOf(chitra)).toBeNull()
  expect((await choose(chitra, far)).status).toBe(303)
  app.clock.ms = Date.parse(far) - 12 * hour + minute
  const late = await choose(chitra, 'none', far)
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('less than 12 hours')])
  expect((await chitra.get()).html).toContain('cannot be changed here any more')
})

it('every letter about a meeting has the length of its slot, not of the terms', async () => {
  const [at, next] = [slotAfter(9), slotAfter(9)]
  await paint([at, next], [], 20)
  const [anand, bela, chand] = [await invited('Anand'), await invited('Bela'), await invited('Chand')]
  await choose(anand, at)
  await app.runOutbox()
  await choose(anand, 'none', at)
  await choose(bela, at)
  await app.runOutbox()
  await bela.post('/my/withdraw', { of: bela.id })
  for (const time of [next, null]) {
    await app.call(`/api/applications/${chand.id}`, 'PATCH', { meeting_scheduled_at: time, meeting_letter: true })
    later(11 * second)
    await app.runOutbox()
  }
  for (const { email } of [anand, bela, chand])
    expect(calendarsTo(email).map(({ method, minutes }) => [method, minutes])).toEqual([
      ['REQUEST', 20],
      ['CANCEL', 20],
    ])
})

it('reminds the day before; a withdrawal cancels, and frees the time', async () => {
  const at = slotAfter(10)
  await paint([at])
  const [divya, eknath] = [await invited('Divya'), await invited('Eknath')]
  await choose(divya, at)
  await app.runOutbox()
  app.clock.ms = Date.parse(at) - day - minute
  await app.runOutbox()
  const reminders = () => app.mails.filter(({ to, subject }) => to === divya.email && subject.startsWith('Tomorrow: our meeting'))
  expect(reminders()).toEqual([])
  later(2 * minute)
  await app.runOutbox()
  expect(reminders()).toHaveLength(1)
  expect((await choose(eknath, at)).status).toBe(409)
  expect((await divya.post('/my/withdraw', { of: divya.id })).status).toBe(303)
  await app.runOutbox()
  expect(calendarsTo(divya.email).map(({ method }) => method)).toEqual(['REQUEST', 'CANCEL'])
  expect((await choose(eknath, at)).status).toBe(303)
  // The erased application frees it, too.
  expect((await app.call(`/api/applications/${eknath.id}`, 'DELETE')).status).toBe(200)
  later(11 * second)
  await app.chore('purge')
  expect((await app.call('/api/meetings')).body.slots.find((slot: { at: string }) => slot.at === at)).toMatchObject({
    holder: null,
  })
})

it('a rejection cancels the chosen meeting with its letter, and frees the time', async () => {
  const [at, other] = [slotAfter(11), slotAfter(11)]
  await paint([at, other])
  const [indra, jaya] = [await invited('Indra'), await invited('Jaya')]
  await choose(indra, at)
  await app.runOutbox()
  const path = `/api/applications/${indra.id}`
  const holderOf = async (time: string) =>
    (await app.call('/api/meetings')).body.slots.find((slot: { at: string }) => slot.at === time)?.holder
  const reject = async (more = {}) => (await app.call(path, 'PATCH', { status: 'rejected', ...more })).body.application
  const letter = (await app.call(`${path}/letters/rejection`, 'POST', {})).body.letter.text
  expect(letter).toContain('will not take place')
  const reminds = async () =>
    (await app.call(path)).body.messages.filter((entry: { letter?: string }) => entry.letter === 'meeting_reminder').length
  expect(await reminds()).toBe(1)
  expect((await reject()).meeting_scheduled_at).toBeNull()
  expect([await holderOf(at), await reminds()]).toEqual([null, 0])
  // Within the hold the applicant's page says nothing of it, and no time can be chosen.
  expect((await indra.get()).html).toContain(`dateTime="${at}"`)
  expect((await choose(indra, other, at)).status).toBe(409)
  expect((await indra.get(`/my/meeting?of=${indra.id}`)).html).not.toContain(`value="${other}"`)
  // Undone, all is as before.
  expect((await app.call(`${path}/undo`, 'POST')).body.application.meeting_scheduled_at).toBe(at)
  expect([await holderOf(at), await reminds()]).toEqual([indra.id, 1])
  // Reopened before the letter was sent, too.
  await app.call('/api/outbox/hold', 'PUT', { hold: { kind: 'by_hand' }, revision: 0 })
  await reject()
  later(11 * second)
  expect((await app.call(`${path}/reopen`, 'POST')).body.application).toMatchObject({ status: 'pitch', meeting_scheduled_at: at })
  expect(await holderOf(at)).toBe(indra.id)
  await app.call('/api/outbox/hold', 'PUT', { hold: { kind: 'seconds' }, revision: 1 })
  await app.runOutbox()
  expect(calendarsTo(indra.email).map(({ method }) => method)).toEqual(['REQUEST'])
  await reject({ sentence: 'We have no room.' })
  // The other one takes the time at once.
  expect((await choose(jaya, at)).status).toBe(303)
  later(11 * second)
  await app.runOutbox()
  const [first, cancelled, ...more] = calendarsTo(indra.email)
  expect(more).toEqual([])
  expect(cancelled).toMatchObject({ method: 'CANCEL', uid: first?.uid, status: 'CANCELLED', at })
  expect(cancelled?.sequence).toBeGreaterThan(first?.sequence ?? 0)
  const sent = app.mails.filter(({ to }) => to === indra.email).at(-1)
  expect(sent?.subject).toContain('Our answer to your')
  expect(sent?.text).toMatch(/We have no room\.\s+So our meeting on \w+, [^,]+, .+ will\s+not\s+take\s+place/)
  app.clock.ms = Date.parse(at) - day + minute
  await app.runOutbox()
  const reminded = app.mails.filter(({ subject }) => subject.startsWith('Tomorrow: our meeting')).map(({ to }) => to)
  expect(reminded).toContain(jaya.email)
  expect(reminded).not.toContain(indra.email)
  // Reopened after the letter, the same time is news again.
  expect(
    (await app.call(`${path}/reopen`, 'POST', { sentence: 'We were wrong.' })).body.application.meeting_scheduled_at,
  ).toBeNull()
  later(11 * second)
  await app.runOutbox()
})

it('names the zone of each time where clocks change between them', async () => {
  const zone = siteZone()
  setZone('Europe/London')
  try {
    const times = ['2027-03-26T10:00', '2027-03-29T09:00', '2027-10-31T00:30', '2027-10-31T01:30'].map(
      (time) => `${time}:00.000Z`,
    )
    await paint(times)
    const zara = await invited('Zara')
    const { html } = await zara.get(`/my/meeting?of=${zara.id}`)
    expect(html).toContain('Times are in Greenwich Mean Time and British Summer Time, as each says.')
    const choices = [...html.matchAll(/value="(2027-[^"]+)".*?<span[^>]*>([^<]*)<\/span><small>([^<]*)<\/small>/g)]
    expect(choices.map(([, ...choice]) => choice)).toEqual([
      [times[0], '10:00', 'Greenwich Mean Time'],
      [times[1], '10:00', 'British Summer Time'],
      [times[2], '01:30', 'British Summer Time'],
      [times[3], '01:30', 'Greenwich Mean Time'],
    ])
    // The zone of the time until which it can be changed is its own, too.
    await choose(zara, String(times[3]))
    await app.runOutbox()
    const chosen = (await zara.get(`/my/meeting?of=${zara.id}`)).html
    expect(chosen).toMatch(/Sunday, 31 October, (<!-- -->)?01:30<\/time> <span>Greenwich Mean Time/)
    expect(chosen).toMatch(/Saturday, 30 October, (<!-- -->)?14:30<\/time> <span>British Summer Time/)
    expect(calendarsTo(zara.email).map(({ at, minutes }) => [at, minutes])).toEqual([[times[3], 45]])
    // On a day of 25 hours the reminder is at the same time of the day before.
    await choose(zara, String(times[2]), times[3])
    await app.runOutbox()
    const reminder = (await app.storage.outbox.forApplication(zara.id)).findLast(
      ({ payload }) => 'letter' in payload && payload.letter === 'meeting_reminder',
    )
    expect(reminder?.dueAt).toEqual(new Date('2027-10-30T00:30:00Z'))
  } finally {
    setZone(zone)
  }
})

it('tells the desk of two meetings at one time after an undo, and neither founder', async () => {
  const at = slotAfter(13)
  await paint([at])
  const [xena, yash] = [await invited('Xena'), await invited('Yash')]
  const [ofXena, ofYash] = [xena, yash].map(({ id }) => `/api/applications/${id}`)
  const reject = () => app.call(String(ofXena), 'PATCH', { status: 'rejected' })
  const last = async (path = '') => (await app.call(path)).body.history.at(-1).event
  await choose(xena, at)
  await app.runOutbox()
  // Nobody has taken it: the undo says nothing.
  await reject()
  const alone = (await app.call(`${ofXena}/undo`, 'POST')).body
  expect([alone.same_time, (await last(ofXena)).double]).toEqual([undefined, undefined])
  const yashIs = { id: yash.id, applicant_name: 'Yash', company_name: 'Yash Labs', status: 'pitch' }
  const xenaIs = { id: xena.id, applicant_name: 'Xena', company_name: 'Xena Labs', status: 'pitch' }
  await reject()
  expect((await choose(yash, at)).status).toBe(303)
  await app.runOutbox()
  const { revision } = (await app.call(String(ofXena))).body.application
  const pages = await Promise.all([xena, yash].map((founder) => founder.get()))
  const undone = (await app.call(`${ofXena}/undo`, 'POST')).body
  expect([undone.application.meeting_scheduled_at, undone.same_time]).toMatchObject([at, [yashIs]])
  expect(await last(ofXena)).toMatchObject({ what: 'undone', undid: 'moved', double: true })
  expect((await app.call(String(ofXena))).body.same_time).toMatchObject([yashIs])
  expect((await app.call(String(ofYash))).body.same_time).toMatchObject([xenaIs])
  const planned = (await app.call('/api/meetings')).body.meetings.filter((meeting: { at: string }) => meeting.at === at)
  expect(planned.map(({ id, minutes }: { id: string; minutes: number }) => [id, minutes]).toSorted()).toEqual(
    [xena.id, yash.id].toSorted().map((id) => [id, 45]),
  )
  // Neither founder's page changed, and neither has the name of the other.
  for (const [index, founder] of [xena, yash].entries()) {
    const { html } = await founder.get()
    expect(html).toBe(pages[index]?.html)
    expect(html).not.toContain(index === 0 ? 'Yash' : 'Xena')
  }
  expect(revision).toBeLessThan(undone.application.revision)
  // A group's undo, the undo of a cleared time, and a reopening say it, too.
  await reject()
  const again = (await app.call(String(ofXena))).body.application.revision
  const group = await app.call('/api/applications/undo', 'POST', { changes: [{ id: xena.id, revision: again }] })
  expect(group.body.same_time).toEqual([xena.id])
  const cleared = (await app.call(String(ofXena), 'PATCH', { meeting_scheduled_at: null })).body
  expect(cleared.same_time).toBeUndefined()
  const set = (await app.call(`${ofXena}/undo`, 'POST', { revision: cleared.application.revision })).body
  expect([set.same_time.length, (await last(ofXena)).double]).toEqual([1, true])
  await app.call('/api/outbox/hold', 'PUT', {
    hold: { kind: 'by_hand' },
    revision: (await app.call('/api/outbox/hold')).body.revision,
  })
  await reject()
  later(11 * second)
  expect((await app.call(`${ofXena}/reopen`, 'POST')).body.same_time).toMatchObject([yashIs])
  expect(await last(ofXena)).toMatchObject({ what: 'moved', reopens: true, double: true })
  await app.call('/api/outbox/hold', 'PUT', {
    hold: { kind: 'seconds' },
    revision: (await app.call('/api/outbox/hold')).body.revision,
  })
  // A meeting that begins when the other one ends is at another time.
  await app.call(String(ofXena), 'PATCH', { meeting_scheduled_at: new Date(Date.parse(at) + 45 * minute).toISOString() })
  expect((await app.call(String(ofYash))).body.same_time).toBeUndefined()
})

it('a time that is typed at the desk goes the same way, with its undo', async () => {
  const [slot, typed] = [slotAfter(12), slotAfter(12)]
  await paint([slot])
  const farah = await invited('Farah')
  const path = `/api/applications/${farah.id}`
  const set = async (at: string | null, letter?: unknown) =>
    app.call(path, 'PATCH', { meeting_scheduled_at: at, ...(letter !== undefined && { meeting_letter: letter }) })
  const send = async () => {
    later(11 * second)
    await app.runOutbox()
  }
  // A program that sets a time sends nothing, as the contract says.
  await set(typed)
  await send()
  expect(calendarsTo(farah.email)).toEqual([])
  expect((await set(typed, 'yes')).body.details).toEqual({
    meeting_letter: 'Whether a letter says the time of the meeting must be true or false',
  })
  await set(null)
  const { revision } = (await set(typed, true)).body.application
  await app.call(`${path}/undo`, 'POST', { revision })
  await send()
  expect(calendarsTo(farah.email)).toEqual([])
  // The time of a slot takes it.
  await set(slot, true)
  await send()
  expect(calendarsTo(farah.email)).toMatchObject([{ method: 'REQUEST', at: slot, minutes: 45 }])
  expect((await app.call('/api/meetings')).body.slots).toContainEqual({ at: slot, minutes: 45, holder: farah.id })
  const cleared = (await set(null, true)).body.application
  await app.call(`${path}/undo`, 'POST', { revision: cleared.revision })
  await send()
  expect(calendarsTo(farah.email)).toHaveLength(1)
  expect(await meetingOf(farah)).toBe(slot)
  // It overlaps the time of another one: nobody is offered that.
  const [gita, open] = [await invited('Gita'), slotAfter(12)]
  await paint([open])
  await set(new Date(Date.parse(open) + 30 * minute).toISOString(), true)
  expect((await gita.get(`/my/meeting?of=${gita.id}`)).html).not.toContain(open)
})

it('a place that is set or changed later is told to whom a letter gave a time, once', async () => {
  const setPlace = async (location: string) => {
    const { terms, termsRevision } = (await app.call('/api/meetings')).body
    return (await app.call('/api/meetings/terms', 'PUT', { ...terms, location, revision: termsRevision })).body.letters
  }
  const wait = async (ms: number) => {
    later(ms)
    await app.runOutbox()
  }
  await setPlace('')
  await wait(6 * minute)
  const [slot, other, typed] = [slotAfter(20), slotAfter(20), slotAfter(20)]
  await paint([slot, other])
  const [hema, indu, jaya] = [await invited('Hema'), await invited('Indu'), await invited('Jaya')]
  await choose(hema, slot)
  // The reviewer told this one by telephone.
  await app.call(`/api/applications/${indu.id}`, 'PATCH', { meeting_scheduled_at: typed })
  await wait(second)
  expect(calendarsTo(hema.email)).toMatchObject([{ at: slot, location: null }])
  const already = (await app.call('/api/meetings')).body.meetings.length
  expect(already).toBeGreaterThan(1)
  // As it is typed, saved in between, and mended: one letter.
  for (const location of ['Room', 'Room 4, Thiruvanmiyur', 'Room 5, Thiruvanmiyur']) {
    expect(await setPlace(location)).toBeGreaterThanOrEqual(1)
    await wait(minute)
  }
  expect(await setPlace('Room 5, Thiruvanmiyur')).toBe(0)
  expect(calendarsTo(hema.email)).toHaveLength(1)
  await wait(5 * minute)
  expect(calendarsTo(hema.email).slice(1)).toMatchObject([
    { method: 'REQUEST', at: slot, location: 'Room 5, Thiruvanmiyur', minutes: 45 },
  ])
  expect(calendarsTo(indu.email)).toEqual([])
  // Changed, and changed back before it was told.
  for (const location of ['Room 6', 'Room 5, Thiruvanmiyur']) await setPlace(location)
  await wait(6 * minute)
  expect(calendarsTo(hema.email)).toHaveLength(2)
  // A time that is chosen after it has the place, and no second letter; one that is moved while the place waits has one letter with both.
  await choose(jaya, other)
  await wait(second)
  await setPlace('Room 7')
  const moved = slotAfter(21)
  await paint([moved])
  await choose(jaya, moved, other)
  await wait(6 * minute)
  expect(calendarsTo(jaya.email).map(({ at, location }) => [at, location])).toEqual([
    [other, 'Room 5, Thiruvanmiyur'],
    [moved, 'Room 7'],
  ])
  // One reminder, with the last place.
  later(Date.parse(slot) - day - app.clock.ms + minute)
  await app.runOutbox()
  const reminders = app.mails.filter(({ to, subject }) => to === hema.email && subject.startsWith('Tomorrow'))
  expect(reminders.map(({ text }) => text?.includes('Room 7'))).toEqual([true])
  const { history } = (await app.call(`/api/applications/${hema.id}`)).body
  expect(history.at(-1)).toMatchObject({ by: 'admin@example.com', event: { what: 'meeting_set', from: slot, to: slot } })
})

it('an invitation leads to times with a place, without one, or to the booking link', async () => {
  const invitation = async () => (await app.call('/api/outbox/hold')).body.invitation
  const before = (await app.call('/api/meetings')).body
  await app.call('/api/meetings/terms', 'PUT', { ...before.terms, location: 'Room 7', revision: before.termsRevision })
  await paint([slotAfter(30)])
  expect(await invitation()).toBe('times')
  const { terms, termsRevision, slots } = (await app.call('/api/meetings')).body
  await app.call('/api/meetings/terms', 'PUT', { ...terms, location: '', revision: termsRevision })
  expect(await invitation()).toBe('times without a place')
  await paint(
    [],
    slots.filter(({ holder }: { holder: string | null }) => holder === null).map(({ at }: { at: string }) => at),
  )
  expect(await invitation()).toBe('booking link')
})

it('the feed is read with its secret address only, until it is ended', async () => {
  const at = slotAfter(14)
  await paint([at])
  const hema = await invited('Hema', 'Rice; "Flour", \\and Earth')
  await choose(hema, at)
  const { url } = (await app.call('/api/meetings/feed', 'POST', {})).body
  expect(url).toMatch(/^http:\/\/localhost:3000\/calendar\/[\w-]{32}\.ics$/)
  const read = (from: string) => app.request(new URL(from).pathname)
  const response = await read(url)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  })
  const feed = new ICAL.Component(ICAL.parse(await response.text()))
  const events = feed.getAllSubcomponents('vevent').map((part) => new ICAL.Event(part))
  const own = events.find(({ uid }) => uid === `kolam-meeting-${hema.id}`)
  expect(own?.summary).toBe('Rice; "Flour", \\and Earth, Hema')
  expect(own?.startDate.toString()).toBe(new Date(Date.parse(at) + 5.5 * hour).toISOString().slice(0, 19))
  const secret = /(\w|-){32}/.exec(url)?.[0] ?? ''
  expect(JSON.stringify(await app.storage.settings.get('calendar feed'))).not.toContain(secret)
  expect((await app.call('/api/meetings/feed', 'POST', {})).body.url).not.toBe(url)
  const [ended, unknown] = [await read(url), await read(`http://localhost/calendar/${'x'.repeat(32)}.ics`)]
  expect([ended.status, unknown.status]).toEqual([404, 404])
  const words = async (answer: Response) => (await answer.json()).error
  expect(await words(ended)).toBe(await words(unknown))
  expect((await app.call('/api/meetings/feed', 'DELETE')).status).toBe(200)
  expect((await app.call('/api/meetings')).body.feedSince).toBeNull()
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await read(url)).status))
  expect(statuses).toContain(429)
})

it('of more than 200 invited, those with a meeting do not count as waiting', async () => {
  const before = (await app.call('/api/meetings')).body
  const count = 205
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const { change, ...rest } = submission({ submittedAt: new Date(app.clock.ms), outbox: [] })
    await app.storage.applications.add({ change, ...rest })
    ids.push(change.application.id)
  }
  for (let from = 0; from < count; from += 100) {
    const applications = ids.slice(from, from + 100).map((id) => ({ id }))
    expect(
      (await app.call('/api/applications/decide', 'POST', { act: 'pitch', letter: 'none', applications })).body.refused,
    ).toEqual([])
  }
  // The oldest are behind the first 200.
  for (const id of ids.slice(0, 3)) {
    const at = new Date(app.clock.ms + 60 * day + ids.indexOf(id) * hour).toISOString()
    expect((await app.call(`/api/applications/${id}`, 'PATCH', { meeting_scheduled_at: at })).status).toBe(200)
  }
  const { waiting, waitingTotal, invitedTotal } = (await app.call('/api/meetings')).body
  expect([waitingTotal - before.waitingTotal, invitedTotal - before.invitedTotal, waiting.length]).toEqual([202, 205, 200])
})

it('who has not chosen is reminded, once a day; who was told no place is named', async () => {
  const remind = async () => (await app.call('/api/meetings/reminders', 'POST', {})).body.letters
  const reminders = (email: string) =>
    app.mails.filter(({ to, subject }) => to === email && subject.startsWith('Please choose a time')).length
  const [uma, vera, wim] = [await invited('Uma'), await invited('Vera'), await invited('Wim')]
  const [taken, open] = [slotAfter(20), slotAfter(21)]
  await paint([taken, open])
  expect((await choose(vera, taken)).status).toBe(303)
  await app.call(`/api/applications/${wim.id}`, 'PATCH', { status: 'rejected' })
  const waitingOf = async (id: string) =>
    (await app.call('/api/meetings')).body.waiting.find((each: { readonly id: string }) => each.id === id)
  // Nobody who was invited today; the others of this file are not counted here.
  await remind()
  await app.runOutbox()
  expect(reminders(uma.email)).toBe(0)
  later(day + minute)
  await remind()
  expect((await waitingOf(uma.id)).reminded_at).not.toBe(null)
  expect(await remind()).toBe(0)
  await app.runOutbox()
  expect([reminders(uma.email), reminders(vera.email), reminders(wim.email)]).toEqual([1, 0, 0])
  const letter = app.mails.findLast(({ to }) => to === uma.email)
  expect(letter?.text).toMatch(/Choose a time:?\s+\S+\/my\/\S+/)
  expect((await choose(uma, open)).status).toBe(303)

  const { terms, termsRevision: revision, meetings } = (await app.call('/api/meetings')).body
  const toldOf = (all: readonly { readonly id: string; readonly location_told: string | null }[], id: string) =>
    all.find((each) => each.id === id)?.location_told
  expect(toldOf(meetings, uma.id)).toBe(terms.location)
  await app.call('/api/meetings/terms', 'PUT', { ...terms, location: '', revision })
  later(10 * minute)
  await app.runOutbox()
  const { meetings: after, slots } = (await app.call('/api/meetings')).body
  expect(toldOf(after, uma.id)).toBe('')
  const free = slots.filter(({ holder }: { readonly holder: string | null }) => holder === null)
  await paint(
    [],
    free.map(({ at }: { readonly at: string }) => at),
  )
  expect((await app.call('/api/meetings/reminders', 'POST', {})).status).toBe(409)
})
