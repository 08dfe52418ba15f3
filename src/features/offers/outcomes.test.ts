import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../tests/contract/on-database.ts'
import { type Desk, deskOn, type Founder, offered, plain, taking } from '../../../tests/support/offers.ts'

// What an answer meets that was typed while the desk, or another window, changed something: rows of the table in decision 0140.

/** Posts an answer to the offer with this id, without reading it anew. */
async function post(desk: Desk, { cookie }: Founder, of: string, offer: string) {
  const body = new URLSearchParams({ of, offer, ...taking('Asha Rao') })
  const response = await desk.app.request('/my/offer', { method: 'POST', body, headers: { cookie } })
  const html = await response.text()
  return { status: response.status, html, text: plain(html) }
}

const offerOf = async (desk: Desk, id: string) => (await desk.call(`/api/applications/${id}/offer`)).body.offer
const reopen = (desk: Desk, id: string) =>
  desk.call(`/api/applications/${id}/reopen`, 'POST', { sentence: 'We read it once more.' })

onBothDatabases((fresh) => {
  it('after a reopened decision, and after a withdrawal in the hold, there is no offer', async () => {
    const desk = await deskOn(await fresh())
    const reopened = await offered(desk, 'Loom')
    expect((await reopen(desk, reopened.id)).status).toBe(200)

    const { id } = await desk.apply('Wheel')
    await desk.send()
    const founder = await desk.founder('Wheel')
    await desk.approve(id)
    expect((await desk.offer(id)).status).toBe(200)
    const withdrawal = { method: 'POST', body: new URLSearchParams({ of: id, reason: '' }), headers: { cookie: founder.cookie } }
    expect((await desk.app.request('/my/withdraw', withdrawal)).status).toBe(303)

    for (const each of [reopened, { id, founder }]) {
      const { id: offer } = await offerOf(desk, each.id)
      const late = await post(desk, each.founder, each.id, offer)
      expect([late.status, late.text.includes('There is no offer here')]).toEqual([409, true])
      expect((await each.founder.page(`/my/offer?of=${each.id}`)).status).toBe(404)
      expect(await offerOf(desk, each.id)).toMatchObject({ state: 'ended', answer: '', sheet: null })
    }
  })

  it('an answer and a reopened decision at one moment: the answer counts or is refused', async () => {
    const desk = await deskOn(await fresh())
    for (const isFirst of [true, false]) {
      const { id, founder } = await offered(desk, isFirst ? 'Loom' : 'Wheel')
      const { id: offer } = await offerOf(desk, id)
      const calls = [() => post(desk, founder, id, offer), () => reopen(desk, id)]
      const answers = await Promise.all((isFirst ? calls : calls.toReversed()).map((call) => call()))
      const [answered, reopened] = isFirst ? answers : answers.toReversed()
      expect(reopened?.status).toBe(200)
      const { state, sheet } = await offerOf(desk, id)
      expect([state, answered?.status]).toEqual(['ended', sheet === null ? 409 : 303])
    }
  })

  it('an offer that was replaced meanwhile is read anew, and the typed name stays', async () => {
    const desk = await deskOn(await fresh())
    const { id, founder } = await offered(desk, 'Loom')
    const earlier = (await offerOf(desk, id)).id
    const ended = await desk.call(`/api/applications/${id}/offer/end`, 'POST', { offer: earlier })
    expect([ended.status, (await desk.offer(id, '2026-01-25')).status]).toEqual([200, 200])
    const stale = await post(desk, founder, id, earlier)
    expect([stale.status, stale.text.includes('We changed the offer since you opened it.')]).toEqual([409, true])
    expect([stale.html.includes('value="Asha Rao"'), stale.text.includes('25 January')]).toEqual([true, true])
    expect((await post(desk, founder, id, (await offerOf(desk, id)).id)).status).toBe(303)
  })
})
