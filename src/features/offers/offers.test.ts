import { createHash } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { onBothDatabases } from '../../../tests/contract/on-database.ts'
import { openApp } from '../../../tests/support/app.ts'
import { addressOf, cohort, type Desk, deal, deskOn, idsFor, offered, plain, taking } from '../../../tests/support/offers.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import { day, minute, second } from '../../shared/dates.ts'
import { carryOffers, offers } from './store.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

onBothDatabases((fresh) => {
  const openDesk = async (cohorts?: readonly Cohort[]): Promise<Desk> => deskOn(await fresh(), cohorts)

  it('a founder reads the deal, takes the place, and both sides have the same sheet', async () => {
    const desk = await openDesk()
    const { id, founder } = await offered(desk, 'Loom')
    const letters = desk.app.mails.filter(({ to }) => to === addressOf('Loom')).map(({ subject }) => subject)
    expect(letters.at(-1)).toBe('Your place in Cohort 7: please answer by 20 January 2026')
    expect((await founder.page('/my')).text).toContain(
      'A place in Cohort 7 is yours to take until Tuesday, 20 January, 23:59 India Standard Time',
    )
    const page = await founder.page(`/my/offer?of=${id}`)
    expect([page.status, ...deal.map((sentence) => page.text.includes(sentence))]).toEqual([200, true, true, true, true, true])
    expect(page.text).toContain('Asha Rao and Kavin Das')
    expect(page.text).toContain(`Version 1, SHA-256 ${sha256(deal.join('\n'))}`)
    expect(await idsFor(desk, 'is:offered')).toEqual([id])

    expect((await founder.answer(id, taking('  '))).status).toBe(422)
    expect(await founder.answer(id, taking(' Asha Rao '))).toMatchObject({ status: 303 })
    const { offer } = (await desk.call(`/api/applications/${id}/offer`)).body
    expect(offer).toMatchObject({ state: 'taken', answer: 'Asha Rao', version: 1 })
    expect(offer.sheet.text).toContain('Taken by Asha Rao on 5 January 2026')
    const own = await desk.app.fetch(`/api/applications/${id}/offer/sheet`)
    const theirs = (await founder.page(`/my/offer/sheet?of=${id}`)).html
    expect([await own.text(), sha256(theirs)]).toEqual([theirs, offer.sheet.hash])
    expect((await founder.page(`/my/offer?of=${id}`)).text).toContain(`SHA-256 of this sheet ${offer.sheet.hash}`)
    await desk.app.runOutbox()
    const last = desk.app.mails.findLast(({ to }) => to === addressOf('Loom'))
    expect([last?.subject.slice(0, 30), last?.text.includes(offer.sheet.hash)]).toEqual(['The place in Cohort 7 is yours', true])
    const { application, history } = (await desk.call(`/api/applications/${id}`)).body
    expect(application.status).toBe('approved')
    expect(history.slice(-2).map(({ by, event }: { by: string; event: { text: string } }) => [by, event.text])).toEqual([
      ['admin@example.com', 'A place in Cohort 7 offered until 20 January 2026'],
      ['applicant', 'The place in Cohort 7 taken by Asha Rao'],
    ])
    expect([await idsFor(desk, 'is:taken'), await idsFor(desk, 'is:offered')]).toEqual([[id], []])
  })

  it('a name is one line of the sheet, which no founder adds a line to', async () => {
    const desk = await openDesk()
    const { id, founder } = await offered(desk, 'Loom')
    const name = 'Asha Rao\r\nNo equity is taken.\u2028Signed: Kolam'
    expect(await founder.answer(id, taking(name))).toMatchObject({ status: 303 })
    const { sheet } = (await desk.call(`/api/applications/${id}/offer`)).body.offer
    expect(sheet.text).toContain('\nTaken by Asha Rao No equity is taken. Signed: Kolam on 5 January 2026')
  })

  it('approves and offers in one call: all of it, or nothing', async () => {
    const desk = await openDesk()
    const { id } = await desk.apply('Loom')
    const approve = (offer: object) =>
      desk.call(`/api/applications/${id}`, 'PATCH', { status: 'approved', with: { offers: offer } })
    const offer = { cohort: 'Cohort 7', people: 'Asha Rao', day: '2026-01-20' }
    expect(await approve({ ...offer, day: '2026-01-01', people: ' ' })).toMatchObject({
      status: 400,
      body: { error: 'Say who takes part. Choose a day from tomorrow on, 60 days ahead at most.' },
    })
    const other = { status: 'approved', with: { nothing: {} } }
    expect(await desk.call(`/api/applications/${id}`, 'PATCH', other)).toMatchObject({ status: 400 })
    expect((await desk.call(`/api/applications/${id}`)).body.application).toMatchObject({ status: 'pending', revision: 0 })
    const { application } = (await approve(offer)).body
    expect((await desk.call(`/api/applications/${id}/offer`)).body.offer).toMatchObject({ state: 'offered', people: 'Asha Rao' })
    // The revision of the answer is the one that an undo takes.
    const { revision } = application
    expect(await desk.call(`/api/applications/${id}/undo`, 'POST', { revision })).toMatchObject({ status: 200 })
    expect((await desk.call(`/api/applications/${id}/offer`)).body.offer.state).toBe('ended')
    desk.app.clock.ms += second
    expect((await approve(offer)).status).toBe(200)
    await desk.send()
    const letters = desk.app.mails.filter(({ to }) => to === addressOf('Loom')).map(({ subject }) => subject)
    expect(letters.at(-1)).toBe('Your place in Cohort 7: please answer by 20 January 2026')
    expect(letters).toHaveLength(3)
  })

  it('its letters are shown with the application, and go again to another address', async () => {
    const desk = await openDesk()
    const { id, founder } = await offered(desk, 'Loom')
    const { messages } = (await desk.call(`/api/applications/${id}`)).body
    const letter = messages.find(({ letter }: { letter: string }) => letter === 'offer')
    expect(letter).toMatchObject({ title: 'Offer of a place', state: 'sent', to_applicant: true })
    expect((await founder.page('/my')).text).toMatch(/Emails from us.* A place is offered to you 5 January 2026/)
    const { body: shown } = await desk.call(`/api/applications/${id}/messages/${letter.id}`)
    expect(shown.letter).toMatchObject({ to: addressOf('Loom'), subject: expect.stringContaining('Your place in Cohort 7') })
    // The desk must not act as the founder.
    expect(shown.letter.text).not.toMatch(/\/my\/\S/)
    const body = { email: 'right@founders.example', from: addressOf('Loom'), again: ['offer'] }
    expect((await desk.call(`/api/applications/${id}/address`, 'POST', body)).status).toBe(200)
    await desk.app.runOutbox()
    expect(desk.app.mails.filter(({ to }) => to === 'right@founders.example').map(({ subject }) => subject)).toEqual([
      'Your place in Cohort 7: please answer by 20 January 2026',
    ])
  })

  it('an offer that a mail server refuses is a letter that came back', async () => {
    const desk = await openDesk()
    const { id } = await desk.apply('Loom')
    await desk.approve(id)
    expect((await desk.offer(id)).status).toBe(200)
    desk.app.clock.ms += 2 * minute
    await desk.app.runOutbox()
    desk.refused.add(addressOf('Loom'))
    desk.app.clock.ms += 2 * minute
    await desk.app.runOutbox()
    expect((await desk.call(`/api/applications/${id}/bounce`)).body.bounce).toMatchObject({
      kind: 'bounce',
      reason: expect.stringContaining('No such mailbox'),
    })
    expect(await idsFor(desk, 'has:bounced')).toEqual([id])
  })

  it('counts and search words are of the cohort that was offered, not the chosen one', async () => {
    const desk = await openDesk([cohort, { ...cohort, label: 'Cohort 8 (Madurai)' }])
    const first = await desk.apply('Loom')
    const second = await desk.apply('Wheel')
    for (const [{ id }, label] of [
      [first, 'Cohort 7'],
      [second, 'Cohort 8 (Madurai)'],
    ] as const) {
      await desk.approve(id)
      const body = { cohort: label, people: 'Asha Rao', day: '2026-01-20' }
      expect((await desk.call(`/api/applications/${id}/offer`, 'POST', body)).status).toBe(200)
    }
    const { cohorts } = (await desk.call('/api/offers')).body
    expect(cohorts.map(({ value, offered }: { value: string; offered: number }) => [value, offered])).toEqual([
      ['cohort-7', 1],
      ['cohort-8-madurai-', 1],
    ])
    expect(await idsFor(desk, 'is:offered cohort:7')).toEqual([first.id])
    expect(await idsFor(desk, 'is:offered cohort:cohort-8-madurai-')).toEqual([second.id])
    expect(await idsFor(desk, 'is:taken cohort:7')).toEqual([])
    expect(await idsFor(desk, 'cohort:7')).toEqual([second.id, first.id])
  })

  it('a place is taken once, by whoever comes first, in any number of windows', async () => {
    const desk = await openDesk()
    const { id, founder } = await offered(desk, 'Loom')
    const second = await desk.founder('Loom')
    const names = ['Asha Rao', 'Kavin Das', 'Asha Rao', 'Meera Iyer']
    const answered = await Promise.all(names.map((name, n) => (n % 2 ? second : founder).answer(id, taking(name))))
    const { offer } = (await desk.call(`/api/applications/${id}/offer`)).body
    expect(answered.map(({ status }) => status)).toEqual(names.map((name) => (name === offer.answer ? 303 : 409)))
    const refused = answered.find(({ status }) => status === 409)
    expect(refused?.text).toContain(`${offer.answer} took the place on`)
    expect(refused?.text).toContain('A place is taken once, so nothing was changed.')
    // The same again, from a window that was left open.
    expect((await second.answer(id, taking(offer.answer))).status).toBe(303)
    expect(await second.answer(id, { answer: 'decline', reason: 'No' })).toMatchObject({ status: 409 })
    expect((await desk.call(`/api/applications/${id}/offer`)).body.offer).toEqual(offer)
  })

  it('a declined place stays declined, and can be offered again', async () => {
    const desk = await openDesk()
    const { id, founder } = await offered(desk, 'Loom')
    expect((await founder.answer(id, { answer: 'decline', reason: 'We move to Pune' })).status).toBe(303)
    expect((await founder.page(`/my/offer?of=${id}`)).text).toContain('You declined the place in Cohort 7')
    const late = await founder.answer(id, taking('Asha Rao'))
    expect([late.status, late.text.includes('If you want it after all, reply to our email.')]).toEqual([409, true])
    expect(await idsFor(desk, 'is:declined')).toEqual([id])
    expect(await desk.offer(id)).toMatchObject({ status: 200, body: { offer: { state: 'offered', answer: '' } } })
    const stale = await founder.answer(id, { ...taking('Asha Rao'), offer: 'an-earlier-offer' })
    expect([stale.status, stale.text.includes('We changed the offer since you opened it.')]).toEqual([409, true])
    expect((await founder.answer(id, taking('Asha Rao'))).status).toBe(303)
  })

  it('the last moment counts, the next one does not; an extension tells the new day', async () => {
    const desk = await openDesk()
    const { id, founder } = await offered(desk, 'Loom', '2026-01-06')
    const last = Date.parse('2026-01-06T18:29:59.999Z')
    desk.app.clock.ms = last + 1
    const late = await founder.answer(id, taking('Asha Rao'))
    expect([late.status, late.text.includes('The offer ended on 6 January 2026, 23:59 India Standard Time.')]).toEqual([
      409,
      true,
    ])
    expect([await idsFor(desk, 'is:lapsed'), await idsFor(desk, 'is:offered')]).toEqual([[id], []])
    expect((await desk.call('/api/offers')).body.cohorts).toMatchObject([{ cohort: 'Cohort 7', places: 3, lapsed: 1, taken: 0 }])
    const { offer } = (await desk.call(`/api/applications/${id}/offer`)).body
    const extend = (until: string) => desk.call(`/api/applications/${id}/offer/extend`, 'POST', { offer: offer.id, day: until })
    expect(await extend('2026-01-06')).toMatchObject({
      status: 400,
      body: { details: { day: expect.stringContaining('from tomorrow on') } },
    })
    expect(await extend('2026-01-09')).toMatchObject({ status: 200, body: { offer: { state: 'offered' } } })
    await desk.app.runOutbox()
    expect(desk.app.mails.at(-1)?.subject).toBe('Your place in Cohort 7 waits until 9 January 2026')
    desk.app.clock.ms = Date.parse('2026-01-09T18:29:59.999Z')
    expect((await founder.answer(id, taking('Asha Rao'))).status).toBe(303)
  })

  it('an offer ends with its decision: undone in the hold, or withdrawn', async () => {
    const desk = await openDesk()
    const { id } = await desk.apply('Loom')
    await desk.approve(id)
    expect((await desk.offer(id)).status).toBe(200)
    expect(await desk.call(`/api/applications/${id}/undo`, 'POST')).toMatchObject({ status: 200 })
    await desk.send()
    const subjects = (company: string) => desk.app.mails.filter(({ to }) => to === addressOf(company)).length
    expect(subjects('Loom')).toBe(1)
    const founder = await desk.founder('Loom')
    expect(await founder.page(`/my/offer?of=${id}`)).toMatchObject({ status: 404 })
    expect((await founder.answer(id, taking('Asha Rao'))).text).toContain('There is no offer here')
    expect([await idsFor(desk, 'is:offered'), (await desk.call('/api/offers')).body.cohorts[0].offered]).toEqual([[], 0])
    // Approved again, it needs an offer of its own.
    await desk.approve(id)
    expect((await desk.call(`/api/applications/${id}/offer`)).body.offer.state).toBe('ended')
    expect((await desk.offer(id)).status).toBe(200)
    await desk.send()
    expect((await founder.answer(id, taking('Asha Rao'))).status).toBe(303)

    const withdrawn = await desk.apply('Wheel')
    await desk.approve(withdrawn.id)
    expect((await desk.offer(withdrawn.id)).status).toBe(200)
    const body = new URLSearchParams({ of: withdrawn.id, reason: '' })
    const withdrawal = await desk.app.request('/my/withdraw', { method: 'POST', body, headers: { cookie: withdrawn.sender } })
    expect(withdrawal.status).toBe(303)
    await desk.send()
    expect(desk.app.mails.some(({ to, subject }) => to === addressOf('Wheel') && subject.includes('place'))).toBe(false)
    expect((await desk.call(`/api/applications/${withdrawn.id}/offer`)).body.offer.state).toBe('ended')
    expect(await desk.offer(withdrawn.id)).toMatchObject({ status: 409 })
  })

  it('only the link of a letter answers, once the decision is known', async () => {
    const desk = await openDesk()
    const { id, sender } = await desk.apply('Loom')
    await desk.approve(id)
    expect((await desk.offer(id)).status).toBe(200)
    const get = (cookie: string) => desk.app.request(`/my/offer?of=${id}`, { headers: { cookie } })
    expect([(await get(sender)).status, (await get('')).status]).toEqual([404, 404])
    desk.app.clock.ms += 2 * minute
    await desk.app.runOutbox()
    const { offer } = (await desk.call(`/api/applications/${id}/offer`)).body
    const fields = new URLSearchParams({ of: id, offer: offer.id, ...taking('Asha Rao') })
    const post = (cookie: string, headers = {}) =>
      desk.app.request('/my/offer', { method: 'POST', body: fields, headers: { cookie, ...headers } })
    const refused = await post(sender)
    expect([refused.status, plain(await refused.text()).includes('Only the link in an email of ours')]).toEqual([403, true])
    expect((await post('')).status).toBe(404)
    expect((await post(sender, { origin: 'https://attacker.example' })).status).toBe(403)
    expect((await desk.call(`/api/applications/${id}/offer`)).body.offer.state).toBe('offered')
    const other = await desk.apply('Other')
    expect(await desk.offer(other.id)).toMatchObject({
      status: 409,
      body: { error: 'Only an approved application is offered a place.' },
    })
  })

  it('a deal keeps its text: another one is another version', async () => {
    const storage = await fresh()
    const desk = await deskOn(storage)
    const first = await offered(desk, 'Loom')
    await desk.app.remove()
    const changed = { ...cohort, deal: [...deal.slice(0, 4), 'Either side can leave in the first week.'] }
    const later = await deskOn(storage, [changed])
    later.app.clock.ms = desk.app.clock.ms
    const second = await offered(later, 'Wheel')
    const of = async (id: string) => (await later.call(`/api/applications/${id}/offer`)).body.offer
    expect([(await of(first.id)).version, (await of(first.id)).sentences]).toEqual([1, deal])
    expect([(await of(second.id)).version, (await of(second.id)).sentences.at(-1)]).toEqual([2, changed.deal.at(-1)])
  })

  it('a restored backup keeps what was taken after it', async () => {
    const storage = await fresh()
    const desk = await deskOn(storage)
    const { id, founder } = await offered(desk, 'Loom')
    const backup = await offers(storage.engine).of(id)
    expect((await founder.answer(id, taking('Asha Rao'))).status).toBe(303)
    const present = await offers(storage.engine).of(id)
    const carried = await carryOffers(storage.engine.read)
    // The backup has the offer as it waited.
    if (backup === undefined) throw new Error('there is no offer')
    await storage.engine.write((trx) => offers(storage.engine).put(trx, backup))
    await carried.apply(storage.engine, new Date(desk.app.clock.ms))
    expect(await offers(storage.engine).of(id)).toEqual(present)
    expect((await founder.answer(id, taking('Somebody Else'))).status).toBe(409)
  })

  it('forty offers: the counts, the letters and the next on the star list hold', async () => {
    const desk = await openDesk([{ ...cohort, places: 40 }])
    const names = Array.from({ length: 40 }, (_, n) => `Company${n}`)
    const ids: string[] = []
    for (const name of names) {
      const { id } = await desk.apply(name, { phone: `+9198400${10_000 + ids.length}`, founderName: 'Asha Rao' })
      ids.push(id)
      await desk.approve(id)
      expect((await desk.offer(id, '2026-01-12')).status).toBe(200)
    }
    const next = await desk.apply('Reserve')
    await desk.call(`/api/applications/${next.id}`, 'PATCH', { starred: true })
    const counts = async () => (await desk.call('/api/offers')).body.cohorts[0]
    expect(await counts()).toMatchObject({ places: 40, offered: 40, next: null })
    await desk.send()
    expect(desk.app.mails.filter(({ subject }) => subject.startsWith('Your place in Cohort 7: please'))).toHaveLength(40)
    for (const [n, id] of ids.slice(0, 35).entries()) {
      const founder = await desk.founder(`Company${n}`)
      const fields = n < 30 ? taking('Asha Rao') : { answer: 'decline', reason: '' }
      expect((await founder.answer(id, fields)).status).toBe(303)
    }
    // Three days and one day before the end, those who have not answered are reminded.
    for (const at of [1, 3]) {
      desk.app.clock.ms = Date.parse('2026-01-09T18:30:00Z') + (at - 1) * day
      await desk.app.runOutbox()
    }
    expect(desk.app.mails.filter(({ subject }) => subject.startsWith('Your place in Cohort 7 waits'))).toHaveLength(10)
    for (const id of ids.slice(38)) {
      const { offer } = (await desk.call(`/api/applications/${id}/offer`)).body
      const body = { offer: offer.id, day: '2026-01-25' }
      expect((await desk.call(`/api/applications/${id}/offer/extend`, 'POST', body)).status).toBe(200)
    }
    desk.app.clock.ms = Date.parse('2026-01-13T00:00:00Z')
    const reserve = { application_id: next.id, name: 'Reserve' }
    expect(await counts()).toMatchObject({ taken: 30, declined: 5, lapsed: 3, offered: 2, next: reserve })
    expect(await idsFor(desk, 'is:taken')).toHaveLength(30)
    expect([...(await idsFor(desk, 'is:lapsed'))].toSorted()).toEqual(ids.slice(35, 38).toSorted())
    const [first = ''] = ids
    const { offer } = (await desk.call(`/api/applications/${first}/offer`)).body
    const ended = await desk.call(`/api/applications/${first}/offer/end`, 'POST', { offer: offer.id })
    expect([ended.body.offer.state, (await counts()).taken]).toEqual(['ended', 29])
  })
})

it('without a deal nothing is offered', async () => {
  const app = await openApp()
  onTestFinished(() => app.remove())
  expect(await app.call('/api/offers')).toMatchObject({ status: 200, body: { cohorts: [], offers: [] } })
})
