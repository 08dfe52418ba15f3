import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Running, startServer } from '../support/server.ts'
import { pagePool } from './page-pool.ts'

/** A server, pages in the worker's browser, and their console output. A test must expect every line of it; `close` fails on a line that none has read. */
export interface DeskHarness {
  readonly server: Running
  /** A page in a new browser context, signed in with the harness's session or with the given cookies. */
  page(signedIn?: boolean | string, size?: { width: number; height: number }, timezoneId?: string): Promise<Page>
  /** The cookies of the admin's session. */
  session(): Promise<string>
  /** Ends that session on the server, so that the next page signs in again. */
  signOut(): Promise<void>
  /** The console output of the pages since the last call, oldest first. */
  consoleMessages(): readonly string[]
  /** Closes all pages, because an open desk keeps polling the server. */
  tidy(): Promise<void>
  close(): Promise<void>
}

export const admin = 'admin@example.com'

export async function openDesk(settings: Readonly<Record<string, string>> = {}): Promise<DeskHarness> {
  const server = await startServer({ ADMIN_EMAIL: admin, ...settings })
  const pool = pagePool()
  let consoleMessages: string[] = []
  let signedInAs: Promise<string> | undefined
  const session = (): Promise<string> => {
    signedInAs ??= server.signIn()
    return signedInAs
  }
  return {
    session,
    signOut: async () => {
      await fetch(`${server.url}/api/auth/logout`, { method: 'POST', headers: { cookie: await session() } })
      signedInAs = undefined
    },
    server,
    page: async (signedIn: boolean | string = false, viewport = { width: 1440, height: 900 }, timezoneId = 'Asia/Kolkata') => {
      // Without motion a test waits for less. One about motion sets it.
      const page = await pool.open({ viewport, baseURL: server.url, timezoneId, reducedMotion: 'reduce' })
      if (signedIn !== false) {
        const cookies = signedIn === true ? await session() : signedIn
        await page.context().addCookies(cookies.split('; ').map((pair) => cookie(pair, server.url)))
      }
      page.on('pageerror', (error) => consoleMessages.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) consoleMessages.push(`${message.type()}: ${message.text()}`)
      })
      return page
    },
    consoleMessages: () => {
      const all = consoleMessages
      consoleMessages = []
      return all
    },
    tidy: pool.release,
    close: async () => {
      await pool.close()
      await server.remove()
      // A test that expects a message reads it.
      expect(consoleMessages).toEqual([])
    },
  }
}

function cookie(pair: string, url: string) {
  const at = pair.indexOf('=')
  return { name: pair.slice(0, at), value: pair.slice(at + 1), url }
}

/** Submits an application. Returns its id. */
export async function apply(server: Running, formType: string, answers: Readonly<Record<string, unknown>>): Promise<string> {
  const response = await fetch(`${server.url}/api/submit-application`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ formType, ...answers }),
  })
  const accepted = (await response.json()) as { applicationId: string }
  expect(response.status, JSON.stringify(accepted)).toBe(201)
  return accepted.applicationId
}

/** A complete studio application of a founder. */
export const studio = (founderName: string, companyName: string, more: Readonly<Record<string, string>> = {}) => ({
  founderName,
  companyName,
  email: `${founderName.toLowerCase().replace(/\W+/g, '.')}@example.in`,
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
