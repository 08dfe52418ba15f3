import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FormType } from '../../src/shared/form-types.ts'
import { answers, submission } from '../support/answers.ts'
import { englishOf } from '../support/english.ts'
import { cookiesOf, type Running, startServer } from '../support/server.ts'

let server: Running

beforeAll(async () => {
  server = await startServer({ DECISION_HOLD_S: '0' })
})
afterAll(() => server.remove())

const get = async (address: string, cookie = '') => {
  const response = await server.request(address, { headers: { accept: 'text/html', cookie } })
  return { status: response.status, html: await response.text(), location: response.headers.get('location') }
}

const post = async (address: string, fields: Readonly<Record<string, string>>, cookie = '') => {
  const headers = { accept: 'text/html', cookie, origin: server.url }
  const body = new URLSearchParams(fields)
  const response = await server.request(address, { method: 'POST', headers, body })
  return { status: response.status, html: await response.text(), location: response.headers.get('location') }
}

const mainOf = (html: string): string => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
const isTamil = (html: string): boolean => html.includes('<html lang="ta"')

/** Sends a form in Tamil, and opens its private link. */
async function sent(type: FormType, email: string) {
  const form = answers(type, { email, name: 'கயல்', subject: 'கேள்வி', message: 'ஒரு கேள்வி', language: 'ta' })
  const { id, link } = await server.apply(type, form)
  return { id, link, cookie: cookiesOf(await server.request(link)), form }
}

const requestNumber = (id: string) => server.call(`/api/applications/${id}/requests`, 'POST', { text: 'உங்கள் எண்?', kind: 'text' })

const letterTo = (email: string, words: string) =>
  server.mail(({ to, subject }) => to?.[0]?.address === email && (subject ?? '').includes(words))

it('calls a contact message a message on every page and in every letter', async () => {
  for (const [page, noun] of [
    ['contact', 'செய்தி'],
    ['acceleration-as-service', 'விசாரிப்பு'],
    ['accelerator', 'விண்ணப்பம்'],
  ] as const)
    for (const address of [`/ta/${page}`, `/ta/${page}/submitted?ref=x`])
      expect([address, (await get(address)).html.includes(`${noun} வெற்றிகரமாக அனுப்பப்பட்டது!`)]).toEqual([address, true])

  const email = 'kayal@tamarind.example'
  const { id, cookie, form } = await sent('Contact', email)
  const repeated = await (await fetch(`${server.url}/api/submit-application`, submission('Contact', form))).json()
  expect(repeated.error).toContain('இதே செய்தியை')
  const { revision } = (await requestNumber(id)).body
  const own = async (address: string) => {
    const main = mainOf((await get(address, cookie)).html)
    expect([address, main.includes('செய்தி'), main.match(/.{0,40}விண்ணப்ப.{0,40}/g)]).toEqual([address, true, null])
  }
  await own('/my')
  await own(`/my/change?of=${id}`)
  await own(`/my/withdraw?of=${id}`)
  await own(`/my/answer?of=${id}&request=${revision}`)
  await own(`/my/meeting?of=${id}`)
  const withdrawn = await post('/my/withdraw', { of: id, reason: '' }, cookie)
  expect(withdrawn.status).toBe(303)
  await own('/my')
  expect((await letterTo(email, 'ஒன்று தேவை')).html).not.toContain('விண்ணப்ப')

  const other = await sent('Accelerator', 'nila@tamarind.example')
  expect(mainOf((await get('/my', other.cookie)).html)).toContain('இந்த விண்ணப்பத்தைத் திரும்பப் பெறு')
})

it('answers in Tamil also without the private link', async () => {
  const email = 'anbu@tamarind.example'
  const { id, link, cookie } = await sent('Contact', email)
  const page = await get('/my', cookie)
  const actions = Array.from(page.html.matchAll(/<form [^>]*action="([^"]*)"/g), ([, action]) => action)
  expect(actions).toEqual(['/my/close?language=ta'])
  // A browser that keeps no cookie.
  const opened = await get(link)
  expect(opened.location).toBe('/my?opened=1&language=ta')
  const inTamil = async (answer: ReturnType<typeof get>, status: number) => {
    const { html, ...rest } = await answer
    expect([rest.status, isTamil(html), englishOf(html).filter((text) => text !== 'கேள்வி?')]).toEqual([status, true, []])
    return html
  }
  await inTamil(get(opened.location ?? ''), 200)
  const typed = { of: id, at: '', formType: 'Contact', name: 'கயல்', email, subject: 'கேள்வி', message: 'என் கேள்வி' }
  expect(await inTamil(post('/my/change?language=ta', typed), 404)).toContain('என் கேள்வி')
  await inTamil(post('/my/withdraw?language=ta', { of: id, reason: 'காரணம்' }), 404)
  const long = await inTamil(post('/my/withdraw?language=ta', { of: id, reason: 'அ'.repeat(2000) }, cookie), 422)
  expect(long).toContain('காரணம்: அதிகபட்சம் 1,000 எழுத்துகள்')
  const closed = await post('/my/close?language=ta', {}, cookie)
  expect([closed.status, closed.location]).toEqual([303, '/my?language=ta'])
  await inTamil(get('/my?language=ta'), 200)
  // The link in a letter ends the one of the form.
  await requestNumber(id)
  const letter = await letterTo(email, 'ஒன்று தேவை')
  const owner = new URL(/https?:\S*\/my\/(?!stop)\S+/.exec(letter.text ?? '')?.[0] ?? '').pathname
  const owners = cookiesOf(await server.request(owner))
  await get('/my', owners)
  expect(await inTamil(get(link), 404)).toContain('செய்தியைத் திறக்கும்')
})
