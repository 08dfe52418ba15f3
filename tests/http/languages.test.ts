import { afterAll, beforeAll, expect, it } from 'vitest'
import { yamlFiles } from '../../src/content/files.ts'
import { loadContent } from '../../src/content/load.ts'
import { partsOf } from '../../src/languages/gaps.ts'
import { day } from '../../src/shared/dates.ts'
import { type FormType, formTypes } from '../../src/shared/form-types.ts'
import { answers as answersOf, forms, multipart } from '../support/answers.ts'
import { englishBeside, englishOf } from '../support/english.ts'
import { names } from '../support/names.ts'
import { cookiesOf, type Running, startServer, until } from '../support/server.ts'

let server: Running

beforeAll(async () => {
  server = await startServer({ DECISION_HOLD_S: '0' })
})
afterAll(() => server.remove())

const page = (address: string, headers: HeadersInit = {}) =>
  server.request(address, { headers: { accept: 'text/html', ...headers } })

const post = (fields: Readonly<Record<string, string>> | FormData, accept = 'text/html') =>
  server.request('/api/submit-application', {
    method: 'POST',
    headers: { accept, origin: server.url },
    body: fields instanceof FormData ? fields : new URLSearchParams(fields),
  })

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
  const tamil = await (await page('/ta/contact')).text()
  expect(tamil).toMatch(/<a [^>]*href="\/contact#\w+" hreflang="en" lang="en">/i)
  expect(await (await page('/about')).text()).not.toContain('hreflang')
  // The picture of a page has its title, which single outlines cannot write in Tamil.
  for (const [html, picture, width] of [
    [english, '/og/contact.png', '1200'],
    [tamil, '/icon-512.png', '512'],
  ] as const) {
    const named = /og:image" content="https?:\/\/[^/]+(\/[^"]+)"><meta property="og:image:width" content="(\d+)/.exec(html)
    expect(named?.slice(1)).toEqual([picture, width])
    expect((await page(picture)).headers.get('content-type')).toBe('image/png')
  }
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
  const success = await (await page(address, { cookie: cookiesOf(sent) })).text()
  const [, link = ''] = /href="[^"]*(\/my\/[^"/]+)"/.exec(success) ?? []
  const opened = cookiesOf(await page(link))
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

  const { application } = (await server.call(`/api/applications/${id}`)).body
  expect([application.language, application.form_data.currentStage]).toEqual(['ta', answers.currentStage])
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
        to,
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
  const { applications } = (await server.call('/api/applications?limit=200')).body
  expect(applications.filter(({ applicant_email }: { applicant_email: string }) => /^(ta)?[A-Z]/.test(applicant_email))).toEqual(
    [],
  )
  // A program that names the button sends what it sends.
  expect((await post({ formType: 'Contact', to: 'ta' }, 'application/json')).status).toBe(400)
})

it('answers programs in English unless they name the language', async () => {
  const detail = async (fields: Readonly<Record<string, string>>) =>
    (await (await post({ formType: 'Contact', ...fields }, 'application/json')).json()).details.email
  expect(await detail({ email: 'asha' })).toBe('Please enter a valid email address')
  expect(await detail({ email: 'asha', language: 'ta' })).toBe('சரியான மின்னஞ்சல் முகவரியை எழுதுங்கள்')
  expect(await detail({ email: 'asha', language: 'xx' })).toBe('Please enter a valid email address')
})

const textAnswers = (type: FormType, own: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(answersOf(type, own)).map(([name, value]) => [name, String(value)]))

it('refuses and takes each form without a script in Tamil', async () => {
  for (const type of formTypes) {
    // A browser would say in its own language what is missing.
    const isOurs = (html: string) => /<form id="form"[^>]*novalidate/i.test(html)
    for (const [path, own] of [[`/ta${forms[type].path}`, true] as const, [forms[type].path, false] as const])
      expect([path, isOurs(await (await page(path)).text())]).toEqual([path, own])
    const empty = await post({ formType: type, language: 'ta' })
    expect([type, empty.status, englishOf(await empty.text())]).toEqual([type, 400, []])
    const typed = textAnswers(type, { email: 'asha' })
    const refused = await (await post({ ...typed, formType: type, language: 'ta' })).text()
    expect([type, englishBeside(refused, typed), isOurs(refused)]).toEqual([type, [], true])
    expect(refused).toMatch(/<div[^>]*autofocus=""[^>]*>.*?<a href="#field-email">/)
    const answers = textAnswers(type, { email: `nila.${type}@tamarind.example` })
    const sent = await post(multipart(type, { ...answers, language: 'ta' }))
    const address = sent.headers.get('location') ?? (await sent.text())
    expect([type, address]).toEqual([type, expect.stringContaining('/submitted?ref=')])
    const success = await (await page(address, { cookie: cookiesOf(sent) })).text()
    expect([type, englishBeside(success, answers).filter((text) => !text.includes('/my/'))]).toEqual([type, []])
  }
  const unread = await fetch(`${server.url}/api/submit-application`, {
    method: 'POST',
    headers: { accept: 'text/html', referer: `${server.url}/ta/contact` },
    body: new URLSearchParams({ formType: 'Contact', language: 'ta', message: 'a'.repeat(6_000_000) }),
  })
  expect([unread.status, englishOf(await unread.text())]).toEqual([413, []])
})

it('leads a founder through a request and a meeting in Tamil', async () => {
  const email = 'kayal@tamarind.example'
  const answers = textAnswers('Accelerator', { email, founderName: 'கயல்விழி', companyName: 'நெய்தல்' })
  const sent = await post({ ...answers, formType: 'Accelerator', language: 'ta' }, 'application/json')
  const { applicationId: id, privateLink } = await sent.json()
  const opened = cookiesOf(await page(new URL(privateLink).pathname))
  const own = async (address: string): Promise<string> => {
    const html = await (await page(address, { cookie: opened })).text()
    expect([address, html.includes('<html lang="ta"'), englishBeside(html, answers)]).toEqual([address, true, []])
    return html
  }
  const send = async (address: string, fields: Readonly<Record<string, string>>): Promise<string> => {
    const headers = { accept: 'text/html', cookie: opened, origin: server.url }
    const response = await fetch(server.url + address, { method: 'POST', headers, body: new URLSearchParams(fields) })
    const html = await response.text()
    expect([address, html.includes('<html lang="ta"'), englishBeside(html, answers)]).toEqual([address, true, []])
    return html
  }
  const letter = async (subject: string): Promise<void> => {
    const mail = await server.mail((each) => each.to?.[0]?.address === email && (each.subject ?? '').includes(subject))
    const words = englishOf(`<body>${mail.html}`).filter((text) => !/http|•••/.test(text))
    expect([mail.subject, words, (mail.html || '').includes('<html lang="ta">')]).toEqual([mail.subject, [], true])
  }

  const request = { text: 'உங்கள் டெக்கை அனுப்புங்கள்.', kind: 'text' }
  const { revision } = (await server.call(`/api/applications/${id}/requests`, 'POST', request)).body
  await letter('ஒன்று தேவை')
  expect((await own('/my')).includes('உங்கள் டெக்கை அனுப்புங்கள்.')).toBe(true)
  const answer = `/my/answer?of=${id}&request=${revision}`
  expect(await own(answer)).toContain('<form novalidate=""')
  expect(await send(answer, { answer: '' })).toContain('role="alert"')

  const start = new Date(Date.now() + 4 * day)
  start.setUTCHours(6, 0, 0, 0)
  const at = start.toISOString()
  expect((await server.call('/api/meetings/slots', 'PUT', { add: [at], remove: [], minutes: 45 })).status).toBe(200)
  await server.decide(`/api/applications/${id}`, 'pitch')
  await own('/my')
  await until('the invitation', async () => (await own(`/my/meeting?of=${id}`)).includes(at))
  for (const chosen of ['', at])
    expect((await send('/my/meeting', { of: id, at: chosen, from: '' })).includes('role="alert"')).toBe(chosen === '')
  expect(await own('/my')).not.toMatch(/\b[AP]M\b|,,/)
  const calendar = await (await page(`/my/meeting.ics?of=${id}`, { cookie: opened })).text()
  const [, title = ''] = /SUMMARY:(.*)/.exec(calendar) ?? []
  expect(title).toMatch(/[\u0b80-\u0bff]/)
  expect(title.replace(names, '')).not.toMatch(/[A-Za-z]{3,}/)
  for (const address of [
    `/my/change?of=${id}`,
    `/my/withdraw?of=${id}`,
    '/my/lost-link?language=ta',
    '/my/link-requested?language=ta',
  ])
    await own(address)
  await letter('சந்திப்பு')

  for (const words of ['கயல்விழி', 'நெய்த', 'second line kayal']) {
    const { applications } = (await server.call(`/api/applications?q=${encodeURIComponent(words)}`)).body
    expect([words, applications.map((each: { id: string }) => each.id)]).toEqual([words, [id]])
  }
  const csv = await (await server.fetch('/api/applications/export?form_type=Accelerator&q=kayal')).text()
  const [heads = '', ...rows] = csv.trim().split('\r\n')
  expect([heads.split(',').at(-1)?.toLowerCase(), rows.at(-1)?.split(',').at(-1)]).toEqual(['language', 'ta'])
  expect(csv).toContain('நெய்தல்')
  expect(server.output()).toMatch(/"by":"admin@example\.com","format":"csv","form":"Accelerator","rows":1,"msg":"exported"/)
})

it('says in both languages that what is deleted stays under lock', async () => {
  const path = 'content/promises.yaml'
  const text = (yamlFiles[path] ?? '').replace('lockDeleted: off', 'lockDeleted: 2026-11-02')
  expect((await server.call('/api/site/document', 'PUT', { path, revision: 0, text })).status).toBe(200)
  const publish = { drafts: { [path]: 1 }, note: '', dueAt: null }
  expect((await server.call('/api/site/publish', 'POST', publish)).status).toBe(200)
  const english = await (await page('/privacy')).text()
  expect(english).toMatch(/What we delete from 2 November 2026 on stays under lock .* Spam that we delete is not kept\./)
  expect(english).not.toContain('gone for good within two days')
  const tamil = await (await page('/ta/privacy')).text()
  expect(tamil).toContain('2 நவம்பர், 2026 முதல் நாங்கள் நீக்குவது')
  expect([englishOf(tamil), tamil.includes('இரண்டு நாட்களுக்குள்')]).toEqual([[], false])
})

it('takes another language from the desk, right to left, with long words', async () => {
  const content = loadContent(yamlFiles)
  if (!content.ok) throw new Error(content.fault.join('\n'))
  const { shared, forms: texts } = partsOf(yamlFiles, content.value)
  const sentences = [...new Set([...shared, ...texts.Contact])]
  const textsWith = (all: readonly string[]) => Object.fromEntries(all.map((text) => [text, `«${text.replaceAll(' ', '')}»`]))
  const [head, words] = ['content/languages/ar/language.yaml', 'content/languages/ar/words.yaml']
  const put = async (path: string, value: object, revision = 0): Promise<void> => {
    const sent = { path, revision, text: JSON.stringify(value) }
    expect((await server.call('/api/site/document', 'PUT', sent)).status).toBe(200)
  }
  await put(head, { name: 'עברית', direction: 'rtl', readBy: '', forms: ['Contact'] })
  const [left = '', ...others] = sentences.filter((text) => /^[A-Z][a-z ]+$/.test(text))
  await put(words, textsWith(sentences.filter((text) => text !== left)))
  const publish = (revision: number) =>
    server.call('/api/site/publish', 'POST', { drafts: { [head]: 1, [words]: revision }, note: '', dueAt: null })
  const refused = await publish(1)
  expect([refused.status, refused.body.details]).toEqual([400, { [`${words} ${left}`]: `“${left}” is not said in עברית yet.` }])
  await put(words, textsWith(sentences), 1)
  expect([others.length > 10, (await publish(2)).status]).toEqual([true, 200])
  const html = await (await page('/ar/contact')).text()
  expect(html).toContain('<html lang="ar" dir="rtl"')
  expect(html).toContain('«Sendamessage»')
  expect(await (await page('/contact')).text()).toMatch(/hreflang="ar" lang="ar">עברית</i)
  expect(await (await page('/ta/contact')).text()).toMatch(/hreflang="ar" lang="ar">עברית</i)
  expect((await page('/ar/investors')).status).toBe(404)
  const refusal = await (await post({ formType: 'Contact', language: 'ar', email: 'asha' })).text()
  expect(refusal).toContain('«Pleaseenteravalidemailaddress»')
}, 120_000)
