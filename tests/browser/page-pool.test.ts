import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, startServer } from '../support/server.ts'
import { pagePool } from './page-pool.ts'

let server: Running
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server?.remove())

test('a page has nothing left of the test before; a changed one is not used again', async () => {
  const pool = pagePool()
  const open = () => pool.open({ baseURL: server.url })
  try {
    const first = await open()
    const heard: string[] = []
    first.on('console', (message) => heard.push(message.text()))
    await first.addInitScript(() => Object.assign(window, { added: true }))
    await first.route('**/about', (route) => route.fulfill({ body: 'intercepted' }))
    await first.context().addCookies([{ name: 'seen', value: 'yes', url: server.url }])
    await first.setViewportSize({ width: 360, height: 640 })
    await first.goto('/privacy')
    await first.goto('/blog')
    await first.evaluate(async () => {
      localStorage.setItem('seen', 'yes')
      sessionStorage.setItem('seen', 'yes')
      window.name = 'seen'
      await new Promise((resolve) => {
        indexedDB.open('seen').onsuccess = resolve
      })
    })
    await pool.release()

    const second = await open()
    expect(second).toBe(first)
    expect(second.viewportSize()).toEqual({ width: 1280, height: 720 })
    await second.goto('/about')
    const left = await second.evaluate(async () => {
      console.log('for the second test')
      // The site stores where a visitor came from, under another name.
      const stores = [localStorage, sessionStorage].map((store) => store.getItem('seen'))
      return [
        ...stores,
        (await indexedDB.databases()).length,
        window.name,
        document.cookie,
        'added' in window,
        document.querySelectorAll('h1').length,
      ]
    })
    expect(left).toEqual([null, null, 0, '', '', false, 1])
    expect([heard, await second.context().cookies()]).toEqual([[], []])
    await second.goBack()
    expect(new URL(second.url()).pathname).toBe('/robots.txt')
    expect(await second.goBack()).toBeNull()

    await second.clock.install()
    await pool.release()
    expect(await open()).not.toBe(first)
    expect(first.isClosed()).toBe(true)
  } finally {
    await pool.close()
  }
})
