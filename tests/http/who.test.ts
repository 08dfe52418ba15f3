import { afterAll, beforeAll, expect, it } from 'vitest'
import { type App, openApp } from '../support/app.ts'
import { json } from '../support/desk.ts'
import { cookiesOf } from '../support/server.ts'

let app: App

beforeAll(async () => {
  app = await openApp()
})
afterAll(() => app.remove())

const who = async (cookie?: string) => {
  const response = await app.request('/api/auth/who', { headers: cookie === undefined ? {} : { cookie } })
  return { status: response.status, cached: response.headers.get('cache-control'), body: await response.json() }
}

it('returns the user, no error without one, and that a session has expired', async () => {
  const nobody = { status: 200, cached: 'no-store', body: { success: true, user: null, expired: false } }
  expect(await who()).toEqual(nobody)
  expect(await who('kolam_session=wrong')).toEqual(nobody)

  const email = 'admin@example.com'
  await app.request('/api/auth/otp', json('POST', { email }))
  const signedIn = await app.request('/api/auth/verify', json('POST', { email, otp: app.passcodes.at(-1) }))
  const { user, expiresAt } = await signedIn.json()
  const cookie = cookiesOf(signedIn)
  expect((await who(cookie)).body).toEqual({ success: true, user, expiresAt })
  expect((await app.request('/api/auth/session', { headers: { cookie } })).status).toBe(200)

  app.clock.ms += 25 * 60 * 60 * 1000
  expect((await who(cookie)).body).toEqual({ success: true, user: null, expired: true })
  expect((await app.request('/api/auth/session', { headers: { cookie } })).status).toBe(401)
  expect((await app.request('/api/auth/session')).status).toBe(401)
})
