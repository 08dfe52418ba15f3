import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  answersTo,
  contact,
  fill,
  input,
  internship,
  investor,
  loadedAfterEdit,
  openForm,
  someone,
  startSite,
  submitButton,
  successOf,
} from './drive.ts'

const { visit, visitFilled, stored, server } = startSite()

/** In the success view of a queued submission. */
const queuedText = 'Your answers are on this device and send themselves'

const workers = (page: Page): Promise<number> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

/** The browser's own way to its workers, from an empty page; the id of ours, once it is installed. */
async function watchWorkers(context: BrowserContext): Promise<{ session: CDPSession; id: Promise<string> }> {
  const session = await context.newCDPSession(await context.newPage())
  const id = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const ready = versions.find(({ status }) => status === 'activated')
      if (ready !== undefined) resolve(ready.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  return { session, id }
}

/** Calls the worker as the browser does when a connection is back. */
const callWorker = (session: CDPSession, registrationId: string): Promise<unknown> =>
  session.send('ServiceWorker.dispatchSyncEvent', {
    origin: server().url,
    registrationId,
    tag: 'kolam-deliveries',
    lastChance: false,
  })

describe('the worker', () => {
  test('is our own script, not cached, and may load only our own code', async () => {
    const answer = await fetch(`${server().url}/sw.js`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'/,
    )
    const script = /import '([^']+)'/.exec(await answer.text())?.[1] ?? ''
    const source = await (await fetch(server().url + script)).text()
    expect(source).toContain('sync')
    expect(source).not.toMatch(/["'`]fetch["'`]|caches\b/)
  })

  test('is installed when typing begins in a form that delivers later, and by no other', async () => {
    const { page } = await visitFilled(contact, { serviceWorkers: 'allow' })
    await submitButton(page).click()
    await successOf(page, contact).waitFor()
    await openForm(page, investor)
    expect(await workers(page)).toBe(0)
    await input(page, 'investorName').fill('Asha')
    await expect.poll(() => workers(page)).toBe(1)
  })

  test('delivers a form, resume included, when no page of ours is open any more, once', async () => {
    const { page, context } = await visit({ serviceWorkers: 'allow' })
    const { session, id } = await watchWorkers(context)
    const email = someone()
    await openForm(page, internship)
    await fill(page, internship, answersTo(internship, email))
    const worker = await id
    await loadedAfterEdit(page)
    await server().stop()
    await submitButton(page).click()
    await page.getByText(queuedText).waitFor()
    await page.close()
    await server().start()
    expect(await stored(email)).toEqual([])
    await callWorker(session, worker)
    await expect.poll(async () => (await stored(email)).length).toBe(1)
    // Neither a second call nor the next page sends anything.
    await callWorker(session, worker)
    const next = await context.newPage()
    await openForm(next, internship)
    expect(await next.getByText('waits on this device').count()).toBe(0)
    await expect.poll(() => next.evaluate(() => localStorage.length)).toBe(0)
    expect(await stored(email)).toHaveLength(1)
    await context.close()
  }, 60_000)

  test('notifies an open page of the delivery', async () => {
    const { page, context } = await visit({ serviceWorkers: 'allow' })
    const { session, id } = await watchWorkers(context)
    const email = someone()
    await openForm(page, investor)
    await fill(page, investor, answersTo(investor, email))
    const worker = await id
    await loadedAfterEdit(page)
    await server().stop()
    await submitButton(page).click()
    await page.getByText(queuedText).waitFor()
    await server().start()
    await callWorker(session, worker)
    await page.getByText('your answers have reached us').waitFor()
    expect(await stored(email)).toHaveLength(1)
    await context.close()
  }, 60_000)
})
