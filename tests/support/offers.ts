import { afterEach, expect } from 'vitest'
import type { Cohort } from '../../src/content/schema/cohort.ts'
import { MailFault } from '../../src/server/mail/port.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { minute, second } from '../../src/shared/dates.ts'
import { mailerOf } from './adapters.ts'
import { type App, openApp } from './app.ts'
import { unstyled } from './markup.ts'
import { cookiesOf } from './server.ts'

// A desk whose cohort has a deal, and founders with offers.

export const deal = [
  'Six months in Chennai, from 15 March.',
  'A desk, a lead mentor and introductions.',
  'No cash from us, and none to us.',
  'Seven percent in equity shares.',
  'Either side can leave in the first two weeks.',
]
export const cohort: Cohort = {
  label: 'Cohort 7',
  startDate: '2026-03-15',
  applicationDeadline: '2026-02-15',
  status: 'Apply Now',
  places: 3,
  deal,
}
let open: App | undefined
afterEach(async () => {
  await open?.remove()
  open = undefined
})

export interface Desk {
  readonly app: App
  /** Addresses whose mail server refuses letters. */
  readonly refused: Set<string>
  readonly call: App['call']
  /** Receives an application, and approves it unless told not to. */
  apply(company: string, more?: Readonly<Record<string, unknown>>): Promise<{ readonly id: string; readonly sender: string }>
  approve(id: string): Promise<void>
  offer(id: string, day?: string): ReturnType<App['call']>
  /** Ends the hold, and sends what is due. */
  send(): Promise<void>
  /** A browser that opened the link in the last letter of an application. */
  founder(company: string): Promise<Founder>
}

export interface Founder {
  readonly cookie: string
  page(path: string): Promise<{ readonly status: number; readonly text: string; readonly html: string }>
  answer(id: string, fields: Readonly<Record<string, string>>): Promise<{ readonly status: number; readonly text: string }>
}

export const addressOf = (company: string): string => `${company.toLowerCase()}@founders.example`
export const plain = (html: string): string =>
  unstyled(html)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

export async function deskOn(storage: Storage, cohorts: readonly Cohort[] = [cohort]): Promise<Desk> {
  const refused = new Set<string>()
  const app: App = await openApp({
    cohorts,
    wrap: () => storage,
    settings: { DECISION_HOLD_S: '10' },
    mailer: mailerOf((message) => {
      if (refused.has(message.to)) throw new MailFault('550 No such mailbox', { permanent: true, ofRecipient: true })
      app.mails.push(message)
      if (message.code !== undefined) app.passcodes.push(message.code)
    }),
  })
  open = app
  const browser = (cookie: string): Founder => {
    const read = async (response: Response) => {
      const html = await response.text()
      return { status: response.status, html, text: plain(html) }
    }
    return {
      cookie,
      page: async (path) => read(await app.request(path, { headers: { cookie } })),
      async answer(id, fields) {
        const { offer } = (await app.call(`/api/applications/${id}/offer`)).body
        const body = new URLSearchParams({ of: id, offer: offer?.id ?? '', ...fields })
        return read(await app.request('/my/offer', { method: 'POST', body, headers: { cookie } }))
      },
    }
  }
  return {
    app,
    call: app.call,
    refused,
    async apply(companyName, more = {}) {
      app.clock.ms += minute
      const values = { companyName, email: addressOf(companyName), cohortPreference: 'cohort-7', ...more }
      const { id, link } = await app.apply('Accelerator', values)
      return { id, sender: cookiesOf(await app.request(link)) }
    },
    async approve(id) {
      app.clock.ms += second
      expect(await app.call(`/api/applications/${id}`, 'PATCH', { status: 'approved' })).toMatchObject({ status: 200 })
    },
    offer: (id, until = '2026-01-20') =>
      app.call(`/api/applications/${id}/offer`, 'POST', { cohort: 'Cohort 7', people: 'Asha Rao and Kavin Das', day: until }),
    async send() {
      app.clock.ms += 2 * minute
      await app.runOutbox()
      // What waited for the letter of the decision.
      app.clock.ms += 2 * minute
      await app.runOutbox()
    },
    async founder(company) {
      const mail = app.mails.findLast(({ to }) => to === addressOf(company))
      const [link = ''] = /https?:\S*\/my\/(?!stop)\S+/.exec(mail?.text ?? '') ?? []
      return browser(cookiesOf(await app.request(new URL(link).pathname)))
    },
  }
}

/** A founder with an offer that waits, whose letters are sent. */
export async function offered(desk: Desk, company: string, until?: string) {
  const { id, sender } = await desk.apply(company)
  await desk.approve(id)
  expect(await desk.offer(id, until)).toMatchObject({ status: 200, body: { offer: { state: 'offered' } } })
  await desk.send()
  return { id, sender, founder: await desk.founder(company) }
}

export const taking = (name: string) => ({ answer: 'take', name })

export const idsFor = async (desk: Desk, q: string): Promise<readonly string[]> => {
  const { status, body } = await desk.call(`/api/applications?q=${encodeURIComponent(q)}`)
  expect(status).toBe(200)
  return body.applications.map(({ id }: { readonly id: string }) => id)
}
