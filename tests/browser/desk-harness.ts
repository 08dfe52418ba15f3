import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Running, startServer } from '../support/server.ts'
import { closeProfiles, newProfile } from './chromium.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** A server, and pages in the worker's browser that are closed at the end of a test. A test expects every line of the console of the desk's, or it fails. */
export interface Desk {
  readonly server: Running
  /** A page in a new browser context, signed in with the server's session or with the given cookies. */
  page(signedIn?: boolean | string, size?: Size, timezoneId?: string): Promise<Page>
  /** A signed-in page at an address. */
  open(address: string, size?: Size, timezoneId?: string): Promise<Page>
  /** A page of somebody else, whose console nobody watches: each refused page is a line in it. */
  visitor(options?: BrowserContextOptions): Promise<Page>
  /** Lets the current test cause lines in the console that match. */
  provoke(...lines: readonly RegExp[]): void
  /** The console output of the pages since the last call, oldest first. */
  consoleMessages(): readonly string[]
}

export const admin = 'admin@example.com'

/** The desk of a test file, which runs while its tests do. @param settings environment variables, or what gives them once the file's hooks before have run */
export function startDesk(settings: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>) = {}): Desk {
  let started: Running | undefined
  const lines: string[] = []
  let provoked: readonly RegExp[] = []
  const server = (): Running => {
    if (started === undefined) throw new Error('the desk does not run yet')
    return started
  }
  const consoleMessages = (): readonly string[] => lines.splice(0)
  beforeAll(async () => {
    started = await startServer({ ADMIN_EMAIL: admin, ...(typeof settings === 'function' ? settings() : settings) })
  })
  afterEach(async () => {
    const expected = provoked
    provoked = []
    await closeProfiles()
    expect(consoleMessages().filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual([])
  })
  afterAll(() => started?.remove())
  const visitor: Desk['visitor'] = async (options) => (await newProfile({ baseURL: server().url, ...options })).newPage()
  const desk: Desk = {
    get server() {
      return server()
    },
    page: async (signedIn = false, viewport = { width: 1440, height: 900 }, timezoneId = 'Asia/Kolkata') => {
      // Without motion a test waits for less. One about motion sets it.
      const page = await visitor({ viewport, timezoneId, reducedMotion: 'reduce' })
      page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) lines.push(`${message.type()}: ${message.text()}`)
      })
      if (signedIn !== false) {
        const cookies = signedIn === true ? await server().session() : signedIn
        await page.context().addCookies(cookies.split('; ').map((pair) => cookie(pair, server().url)))
      }
      return page
    },
    open: async (address, ...more) => {
      const page = await desk.page(true, ...more)
      await page.goto(address)
      return page
    },
    visitor,
    provoke: (...patterns) => {
      provoked = patterns
    },
    consoleMessages,
  }
  return desk
}

/** The console lines of the browser and of our script about a refused call. */
export const refused = [/Failed to load resource/, /desk: .* failed/] as const

export const rows = (page: Page) => page.getByRole('list', { name: 'Applications' }).getByRole('article')
export const row = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
export const pane = (page: Page) => page.locator('[data-pane]')
export const details = (page: Page) => page.locator('[data-details]')
/** What the desk says about what was done. */
export const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

function cookie(pair: string, url: string) {
  const at = pair.indexOf('=')
  return { name: pair.slice(0, at), value: pair.slice(at + 1), url }
}

/** Submits an application. Returns its id. */
export async function apply(server: Running, formType: string, answers: Readonly<Record<string, unknown>>): Promise<string> {
  const { status, body } = await server.call('/api/submit-application', 'POST', { formType, ...answers }, { cookie: '' })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.applicationId
}

/** The address of somebody who is only named. */
const addressOf = (name: string): string => `${name.toLowerCase().replace(/\W+/g, '.')}@example.in`

/** A message by the contact form. */
export const contact = (name: string, message = 'Do you take teams from Madurai?') => ({
  name,
  email: addressOf(name),
  subject: 'A question',
  message,
})

/** A complete studio application of a founder. */
export const studio = (founderName: string, companyName: string, more: Readonly<Record<string, string>> = {}) => ({
  founderName,
  companyName,
  email: addressOf(founderName),
  phone: '+91 98400 12345',
  website: 'www.tamarind.example',
  industry: 'AgriTech',
  stage: 'idea',
  problemStatement: 'Spice exporters cannot prove where a lot was grown.',
  solution: 'A tag for each sack.\n\nSee https://tamarind.example/demo.',
  targetMarket: 'Exporters of pepper.',
  aiIntegration: 'It reads the weighing slips.',
  timeline: '',
  expectations: 'A first paying customer.',
  ...more,
})

/** The code of the newest passcode letter after the first `seen` mails. */
export async function passcode(server: Running, seen: number): Promise<string> {
  await expect.poll(async () => (await server.mails()).length).toBeGreaterThan(seen)
  const code = /\b(\d{6})\b/.exec((await server.mails()).at(-1)?.text ?? '')?.[1]
  if (code === undefined) throw new Error('the newest mail has no passcode')
  return code
}
