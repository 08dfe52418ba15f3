import sharp from 'sharp'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../tests/contract/on-database.ts'
import { addressOf, cohort, type Desk, deskOn, offered, taking } from '../../../tests/support/offers.ts'
import { day } from '../../shared/dates.ts'

const asks = [
  { text: 'Bank details', kind: 'text' },
  { text: 'Your logo', kind: 'picture' },
] as const

onBothDatabases((fresh) => {
  const openDesk = async (): Promise<Desk> => deskOn(await fresh(), [{ ...cohort, asks: [...asks] }])

  it('a taken place opens the requests of its cohort, and a picture is stored alone', async () => {
    const desk = await openDesk()
    const { id, founder } = await offered(desk, 'Loom')
    expect((await founder.answer(id, taking('Asha Rao'))).status).toBe(303)
    const before = desk.app.mails.length
    await desk.send()
    const { requests } = (await desk.call(`/api/applications/${id}`)).body
    expect(requests.map(({ text, kind }: { text: string; kind: string }) => ({ text, kind }))).toEqual(asks)
    // One letter says that the place is taken, and what is needed now.
    const letters = desk.app.mails.slice(before)
    expect(letters.map(({ subject }) => subject.slice(0, 30))).toEqual(['The place in Cohort 7 is yours'])
    expect(letters[0]?.text).toMatch(/need this from you.*1\. Bank details.*2\. Your logo/s)
    expect((await founder.page('/my')).text).toMatch(/Bank details.*Your logo/)
    const logo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#b5452c' } })
      .withExif({ IFD0: { Make: 'Canary' } })
      .jpeg()
      .toBuffer()
    const path = `/my/answer?of=${id}&request=${requests[1].id}`
    const send = (file: Uint8Array<ArrayBuffer>, name: string) => {
      const body = new FormData()
      body.set('file', new File([file], name))
      return desk.app.request(path, { method: 'POST', body, headers: { cookie: founder.cookie } })
    }
    expect((await send(new TextEncoder().encode('<svg/>'), 'logo.png')).status).toBe(422)
    for (const name of ['logo.jpg', 'logo.jpg']) expect((await send(new Uint8Array(logo), name)).status).toBe(303)
    const stored = await desk.app.fetch(`/api/applications/${id}/requests/${requests[1].id}/file`)
    const bytes = Buffer.from(await stored.arrayBuffer())
    expect([stored.headers.get('content-type'), bytes.includes('Canary')]).toEqual(['image/jpeg', false])
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 20 })
  })

  it('all that waits since a place is taken is reminded of in one letter', async () => {
    const desk = await openDesk()
    const { founder, id } = await offered(desk, 'Loom')
    expect((await founder.answer(id, taking('Asha Rao'))).status).toBe(303)
    await desk.send()
    const before = desk.app.mails.length
    desk.app.clock.ms += 6 * day
    await desk.app.runOutbox()
    const letters = desk.app.mails.slice(before).filter(({ to }) => to === addressOf('Loom'))
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toMatch(/1\. Bank details.*2\. Your logo.*with what each of them needs/s)
  })
})
