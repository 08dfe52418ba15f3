import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { startDesk } from './desk-harness.ts'
import { axeFaults } from './drive.ts'

const harness = startDesk()
/** The desk under a host name, because passkeys do not work with IP addresses. */
let desk: string

beforeAll(async () => {
  desk = harness.server.url.replace('127.0.0.1', 'localhost')
})

/** A page with Chromium's virtual authenticator, signed in. */
async function withAuthenticator(): Promise<{ page: Page; cdp: CDPSession; authenticatorId: string }> {
  const page = await harness.page()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const cookies = (await harness.server.signIn()).split('; ')
  await page
    .context()
    .addCookies(
      cookies.map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url: desk })),
    )
  return { page, cdp, authenticatorId }
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto(`${desk}/app/dashboard`)
  await page.getByRole('button', { name: 'Sign-in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign-in' })
  await dialog.getByLabel('Name of the new passkey').fill(name)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByRole('listitem').filter({ hasText: name }).waitFor()
}

/** Goes to the sign-in screen without a session, and uses a passkey. */
async function usePasskey(page: Page): Promise<void> {
  // What the desk still asks for would be refused without its session.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(`${desk}/app`)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${desk}/app`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
}

async function expectDenied(page: Page): Promise<void> {
  await page.getByText('Access denied. Please log in again.').waitFor()
  expect(harness.consoleMessages()).toEqual([expect.stringContaining('401'), expect.stringContaining('UNAUTHORIZED_ACCESS')])
}

/** Changes the response of the authenticator before it reaches the server. */
const tamper = (page: Page, change: (response: { clientDataJSON: string; authenticatorData: string }) => void) =>
  page.route('**/api/auth/passkey/verify', (route) => {
    const body = route.request().postDataJSON()
    change(body.response.response)
    return route.continue({ postData: JSON.stringify(body) })
  })

describe('a passkey', () => {
  test('is added under a name, signs in, and no longer signs in once it is removed', async () => {
    const { page } = await withAuthenticator()
    await addPasskey(page, 'Office laptop')
    await expect.poll(() => harness.server.output()).toContain('"msg":"passkey added"')
    expect(harness.server.output()).not.toContain('passkey refused')
    const dialog = page.getByRole('dialog', { name: 'Sign-in' })
    expect(await axeFaults(page, '[role=dialog]')).toEqual([])
    await usePasskey(page)
    await page.waitForURL('**/app/dashboard')
    await page.getByText('No applications have been submitted yet.').waitFor()
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await dialog.getByText('last used').waitFor()
    await dialog.getByRole('button', { name: 'Remove Office laptop' }).click()
    await dialog.getByText('Office laptop').waitFor({ state: 'detached' })
    await usePasskey(page)
    await expectDenied(page)
  })

  test('of another origin or host, or with a decreased counter, is refused', async () => {
    const { page, cdp, authenticatorId } = await withAuthenticator()
    await addPasskey(page, 'Phone')
    await tamper(page, (response) => {
      const data = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
      response.clientDataJSON = Buffer.from(JSON.stringify({ ...data, origin: 'https://kolam.evil.example' })).toString(
        'base64url',
      )
    })
    await usePasskey(page)
    await expectDenied(page)
    await page.unroute('**/api/auth/passkey/verify')
    await tamper(page, (response) => {
      const data = Buffer.from(response.authenticatorData, 'base64url')
      data.fill(7, 0, 32)
      response.authenticatorData = data.toString('base64url')
    })
    await usePasskey(page)
    await expectDenied(page)
    await page.unroute('**/api/auth/passkey/verify')

    await usePasskey(page)
    await page.waitForURL('**/app/dashboard')
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
    const [credential] = credentials
    if (credential === undefined) throw new Error('the authenticator has no passkey')
    expect(credential.signCount).toBeGreaterThan(1)
    await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId })
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } })
    await usePasskey(page)
    await expectDenied(page)
    const reasons = () =>
      [...harness.server.output().matchAll(/"operation":"passkey","reason":"([^"]*)/g)].map(([, reason]) => reason)
    // A log line can arrive after the response.
    await expect
      .poll(() => reasons().slice(-3))
      .toEqual([
        expect.stringContaining('Unexpected authentication response origin'),
        expect.stringMatching(/RP ID/i),
        expect.stringContaining('Response counter value'),
      ])
  })
})
