import { afterAll, beforeAll, expect, it } from 'vitest'
import { cookiesOf, type Running, startServer } from '../../../tests/support/server.ts'

let server: Running
let id: string
/** The founder's browser. */
let cookie: string

const letterWith = (subject: string) =>
  server.mail((mail) => mail.to?.[0]?.address === 'nila@loom.example' && mail.subject?.includes(subject) === true)

async function page(path: string, fields?: Readonly<Record<string, string>>) {
  const { offer } = (await server.call(`/api/applications/${id}/offer`)).body
  const body = fields && new URLSearchParams({ of: id, offer: offer?.id ?? '', ...fields })
  const headers = { cookie, origin: server.url }
  const response = await server.request(path, { headers, ...(body && { method: 'POST', body }) })
  return { status: response.status, text: await response.text() }
}

/** The words in Latin letters of a page, outside what is marked as English, was typed, or is a name. */
function englishOf(html: string): readonly string[] {
  const body = html
    .slice(Math.max(0, html.indexOf('<body')))
    .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<(\w+)\b[^>]*(?:\blang="en"|class="typed)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
  const names =
    /Kolam|Accelerator|Chennai|Tamil Nadu|India|Asha Example|Example Private Limited|SHA-256|UTC|[\w.•+-]+@[\w.-]+|https?:\S+|Revathi Anbarasan|Nila|\b[0-9a-f]{64}\b|\b[0-9A-Z]{4,}\b/g
  return body.replace(names, '').match(/[A-Za-z]{3,}/g) ?? []
}

beforeAll(async () => {
  server = await startServer({ DECISION_HOLD_S: '0' })
  const values = { email: 'nila@loom.example', founderName: 'Nila', companyName: 'Nila', language: 'ta' }
  id = (await server.apply('Accelerator', values)).id
  const day = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const offers = { cohort: 'Cohort 7', people: 'Nila', day }
  const approved = await server.call(`/api/applications/${id}`, 'PATCH', { status: 'approved', with: { offers } })
  expect(approved.status).toBe(200)
})
afterAll(() => server.remove())

it('says all of an offer in the language of the application', async () => {
  const letter = await letterWith('உங்கள் இடம்')
  expect([letter.html?.includes('<html lang="ta">'), englishOf(letter.html ?? '')]).toEqual([true, []])
  const link = /https?:\S*\/my\/(?!stop)\S+/.exec(letter.text ?? '')?.[0] ?? ''
  cookie = cookiesOf(await fetch(link, { redirect: 'manual' }))

  const own = await page('/my')
  expect(own.text).toContain('கோஹார்ட் 7இல் உங்களுக்கு ஓர் இடம் உள்ளது')
  expect(own.text).toContain('உங்களுக்கு ஓர் இடம் தரப்படுகிறது')
  const offer = await page(`/my/offer?of=${id}`)
  expect([offer.status, offer.text.includes('<html lang="ta"'), englishOf(offer.text)]).toEqual([200, true, []])
  // The script with times in the founder's zone.
  expect(offer.text).not.toContain('at your place')
  // The deal stands in both languages: the hash is of the English one.
  expect(offer.text).toContain('ஆறு மாதமும் ஒரு நிறுவனராவது முழுநேரமாக இதில் வேலை செய்வார்.')
  expect(offer.text).toContain('One founder or more works on it full-time for the six months.')

  const refused = await page('/my/offer', { answer: 'take', name: ' ' })
  expect([refused.status, englishOf(refused.text)]).toEqual([422, []])
  expect((await page('/my/offer', { answer: 'take', name: 'Nila' })).status).toBe(303)
  const late = await page('/my/offer', { answer: 'decline', reason: '' })
  expect([late.status, englishOf(late.text)]).toEqual([409, []])
  const taken = await page(`/my/offer?of=${id}`)
  expect([taken.status, englishOf(taken.text)]).toEqual([200, []])
  const sheet = await page(`/my/offer/sheet?of=${id}`)
  expect(sheet.text).toMatch(/^Kolam: கோஹார்ட் 7இல் ஓர் இடம்\n/)
  expect((await server.call(`/api/applications/${id}/offer`)).body.offer.sheet.text).toBe(sheet.text)
  const thanks = await letterWith('இடம் உங்களுடையது')
  expect(englishOf(thanks.html ?? '')).toEqual([])
})
