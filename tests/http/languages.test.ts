import { afterAll, beforeAll, expect, it } from 'vitest'
import { formTypes } from '../../src/shared/form-types.ts'
import { answers as answersOf, forms } from '../support/answers.ts'
import { type Running, startServer } from '../support/server.ts'

let server: Running

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

/** Names, addresses, and words that Tamil takes as they are. */
const names =
  /Kolam|Accelerator|Acceleration as a Service|Startup|Studio|Fund Raise|Palai Foods|[\w.•+-]+@[\w.-]+|https?:\S+|Example Private Limited|CIN|U00000TN2019PTC000000|Asha Example|Revathi Anbarasan|Mylapore|Chennai|Tamil Nadu|India|Tamarind|tamarind|\b[A-Z][A-Za-z]?[A-Z0-9&]+\w*\b|SaaS|MoU|Pre-Seed|Seed|Series|Word|Computer Science|Data Protection Board|Digital Personal Data Protection Act|data fiduciary|session storage|utm_|OpenStreetMap|English|Threshold Street/g

/** The English words of a page outside what is marked as English, with the labels that are read aloud. */
function englishOf(html: string): readonly string[] {
  const body = html
    .slice(html.indexOf('<body'))
    .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<(a|address|span)\b[^>]*\blang="en"[\s\S]*?<\/\1>/g, '')
    .replace(/<(dd|textarea)\b[^>]*\bclass="typed[\s\S]*?<\/\1>/g, '')
  const labels = Array.from(body.matchAll(/(?:aria-label|alt|title|placeholder)="([^"]*)"/g), ([, label = '']) => label)
  const texts = [...body.replace(/<(?:br|\/?span|\/?strong|\/?a)\b[^>]*>/g, '').split(/<[^>]+>/), ...labels]
  return texts.map((text) => text.trim()).filter((text) => /[A-Za-z]{3,}/.test(text.replaceAll('&amp;', '&').replace(names, '')))
}

const page = (address: string, headers: HeadersInit = {}) =>
  fetch(server.url + address, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' })

const post = (fields: Readonly<Record<string, string>>, accept = 'text/html') =>
  fetch(`${server.url}/api/submit-application`, {
    method: 'POST',
    headers: { accept, origin: server.url },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

const cookieOf = (response: Response): string => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''

it('has every form and the pages around it in Tamil, without a word of English', async () => {
  for (const address of [...formTypes.map((type) => forms[type].path), '/apply', '/terms', '/privacy', '/my']) {
    const response = await page(`/ta${address}`)
    const html = await response.text()
    expect([address, response.status, englishOf(html)]).toEqual([address, 200, []])
    expect(html).toContain('<html lang="ta"')
  }
  const missing = await page('/ta/nothing')
  expect([missing.status, englishOf(await missing.text())]).toEqual([404, []])
})

it('links each form to its Tamil and back, and names both for search engines', async () => {
  const english = await (await page('/contact')).text()
  expect(english).toMatch(/<a [^>]*href="\/ta\/contact#\w+" hreflang="ta" lang="ta">தமிழ்<\/a>/i)
  expect(english).toMatch(/<link rel="alternate" hreflang="ta" href="[^"]*\/ta\/contact"/)
  expect(await (await page('/ta/contact')).text()).toMatch(/<a [^>]*href="\/contact#\w+" hreflang="en" lang="en">/i)
  expect(await (await page('/about')).text()).not.toContain('hreflang')
})

it('answers a form in Tamil without a script in Tamil, to its letter', async () => {
  const refused = await post({ formType: 'Contact', language: 'ta', email: 'asha' })
  const html = await refused.text()
  expect([refused.status, englishOf(html)]).toEqual([400, []])
  expect(html).toContain('சரியான மின்னஞ்சல் முகவரியை எழுதுங்கள்')
  expect(html).toContain('name="language" value="ta"')

  const email = 'nila@tamarind.example'
  const answers = Object.fromEntries(
    Object.entries(answersOf('Accelerator')).map(([name, value]) => [name, String(value)] as const),
  )
  const sent = await post({ ...answers, email, formType: 'Accelerator', language: 'ta' })
  const address = sent.headers.get('location') ?? ''
  expect([sent.status, address]).toEqual([303, expect.stringMatching(/^\/ta\/accelerator\/submitted\?ref=/)])
  const success = await (await page(address, { cookie: cookieOf(sent) })).text()
  const [, link = ''] = /href="[^"]*(\/my\/[^"/]+)"/.exec(success) ?? []
  const opened = cookieOf(await page(link))
  const id = new URL(address, server.url).searchParams.get('ref')
  for (const own of ['/my', `/my/change?of=${id}`, `/my/withdraw?of=${id}`]) {
    const response = await page(own, { cookie: opened })
    const shown = await response.text()
    expect([own, response.status, shown.includes('<html lang="ta"')]).toEqual([own, 200, true])
    expect([
      own,
      englishOf(shown).filter(
        (text) => !Object.entries(answers).some(([name, typed]) => text.includes(name) || typed.includes(text)),
      ),
    ]).toEqual([own, []])
  }

  const letter = await server.mail(({ to }) => to?.[0]?.address === email)
  expect(letter.subject).toContain('விண்ணப்பம்')
  expect(englishOf(`<body>${letter.html}`).filter((text) => !/http|•••/.test(text))).toEqual([])
  expect(letter.html).toContain('<html lang="ta">')

  const cookie = await server.signIn()
  const record = await (await fetch(`${server.url}/api/applications/${id}`, { headers: { cookie } })).json()
  expect([record.language, record.application.form_data.currentStage]).toEqual(['ta', answers.currentStage])
})

it('shows the answers of each form in its other language, and stores nothing', async () => {
  for (const type of formTypes) {
    const answers = Object.fromEntries(Object.entries(answersOf(type)).map(([name, value]) => [name, String(value)]))
    for (const [from, to] of [
      ['', 'ta'],
      ['ta', 'en'],
    ] as const) {
      const response = await post({
        ...answers,
        formType: type,
        language: from,
        switch: to,
        email: `${from}${type}@tamarind.example`,
      })
      const html = await response.text()
      expect([type, response.status, /<html lang="(\w+)/.exec(html)?.[1]]).toEqual([type, 200, to])
      expect(html.includes('name="language"')).toBe(to === 'ta')
      const lost = Object.entries(answers).filter(
        ([name, value]) => forms[type].fields[name]?.kind === 'textarea' && !html.includes(value.split('\n')[0] ?? value),
      )
      expect([type, lost]).toEqual([type, []])
      if (to === 'ta') expect([type, englishOf(html).filter((text) => !/second line|:\s/.test(text))]).toEqual([type, []])
    }
  }
  const cookie = await server.signIn()
  const { applications } = await (await fetch(`${server.url}/api/applications?limit=200`, { headers: { cookie } })).json()
  expect(applications.filter(({ applicant_email }: { applicant_email: string }) => /^(ta)?[A-Z]/.test(applicant_email))).toEqual(
    [],
  )
  // A program that names the button sends what it sends.
  expect((await post({ formType: 'Contact', switch: 'ta' }, 'application/json')).status).toBe(400)
})

it('answers programs in English unless they name the language', async () => {
  const detail = async (fields: Readonly<Record<string, string>>) =>
    (await (await post({ formType: 'Contact', ...fields }, 'application/json')).json()).details.email
  expect(await detail({ email: 'asha' })).toBe('Please enter a valid email address')
  expect(await detail({ email: 'asha', language: 'ta' })).toBe('சரியான மின்னஞ்சல் முகவரியை எழுதுங்கள்')
  expect(await detail({ email: 'asha', language: 'xx' })).toBe('Please enter a valid email address')
})
