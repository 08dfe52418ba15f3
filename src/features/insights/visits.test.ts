import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Running, startServer } from '../../../tests/support/server.ts'
import { dayOf } from '../../shared/dates.ts'

let server: Running
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

const browser = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'
const open = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  fetch(server.url + path, { method, headers: { 'user-agent': browser, ...headers } }).then((response) => response.text())

it('counts pages that people open, forms that are begun and sent, by page and day', async () => {
  for (let time = 0; time < 3; time += 1) await open('/contact?utm_source=poster')
  await open('/about')
  // Programs, what a browser fetches ahead, heads, files, what is not there, the desk and private pages are not counted.
  for (const agent of ['', 'Googlebot/2.1', 'curl/8.0', 'WhatsApp/2']) await open('/contact', { 'user-agent': agent })
  await open('/contact', { 'sec-purpose': 'prefetch' })
  await open('/contact', {}, 'HEAD')
  for (const path of ['/favicon.svg', '/nothing', '/admin', '/my', '/api/form-token']) await open(path)
  const token = (referer: string) => open('/api/form-token', { referer })
  await token(`${server.url}/contact`)
  await token(`${server.url}/invented/by/somebody`)
  await server.apply('Contact')

  const read = async (query = '') => (await server.call(`/api/insights/visits${query}`)).body.visits
  const day = dayOf(new Date())
  expect(await read()).toEqual([
    { day, page: '/contact', seen: 3, begun: 1, sent: 1 },
    { day, page: '/about', seen: 1, begun: 0, sent: 0 },
  ])
  expect(await read('?form_type=Contact')).toEqual([{ day, page: '/contact', seen: 3, begun: 1, sent: 1 }])
  expect((await fetch(`${server.url}/api/insights/visits`)).status).toBe(401)
})

it('says on the privacy page, in both languages, what is counted', async () => {
  expect(await open('/privacy')).toContain('We count how often each page is opened on a day')
  expect(await open('/ta/privacy')).toContain('எத்தனை முறை திறக்கப்பட்டது')
})
