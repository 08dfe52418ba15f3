import { type Browser, chromium, type Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchOptions } from '../../../tests/browser/chromium.ts'
import { axeFaults } from '../../../tests/browser/drive.ts'
import { type DevServer, endDev, freePair, pageHolding, startDev } from '../../../tests/support/dev-server.ts'
import { copyProject, type Project } from '../../../tests/support/project.ts'

let project: Project
let port: number
let dev: DevServer
let browser: Browser
beforeAll(async () => {
  project = copyProject()
  port = await freePair()
  dev = startDev(project, port)
  browser = await chromium.launch(launchOptions)
  for (const [route, text] of pages) await pageHolding(port, dev, route, text)
})
afterAll(async () => {
  await browser.close()
  endDev(dev)
  project.remove()
})

const pages = [
  ['/kit', 'The end'],
  ['/refused-kit', 'A form that was refused'],
  ['/desk-kit', 'Kit of the desk'],
] as const

const open = async (route: string, width = 1440) => {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  await page.goto(`http://localhost:${port}${route}`)
  return page
}

it.each(pages.flatMap(([route]) => [320, 1440].map((width) => [route, width] as const)))(
  '%s at %i px has no fault, and nothing is cut',
  async (route, width) => {
    const page = await open(route, width)
    expect(await axeFaults(page)).toEqual([])
    const looks = await page.evaluate(() => ({
      across: document.documentElement.scrollWidth - innerWidth,
      // A button is as high as a finger needs, and no text is cut.
      small: [...document.querySelectorAll('main button')].filter((button) => button.getBoundingClientRect().height < 24).length,
      cut: [...document.querySelectorAll('main :is(button, h1, h2, h3, label, legend):not(.visually-hidden)')].filter(
        (element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflow === 'hidden',
      ).length,
    }))
    expect(looks).toEqual({ across: 0, small: 0, cut: 0 })
    await page.close()
  },
)

/** Pictures of a button with what is around it: at rest, under the pointer, with the focus of the keyboard, disabled. */
async function pictures(button: Locator): Promise<readonly string[]> {
  const page = button.page()
  const all: string[] = []
  const take = async (): Promise<void> => {
    const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const clip = { x: x - 8, y: y - 8, width: width + 16, height: height + 16 }
    all.push((await page.screenshot({ clip, animations: 'disabled' })).toString('base64'))
  }
  await button.scrollIntoViewIfNeeded()
  await take()
  await button.hover()
  await take()
  await page.mouse.move(0, 0)
  // A focus that follows a key is shown.
  await page.keyboard.press('Tab')
  await button.focus()
  await take()
  await button.blur()
  await button.evaluate((element: HTMLButtonElement) => {
    element.disabled = true
    element.ariaDisabled = 'true'
  })
  await take()
  return all
}

it.each([
  ['/kit', 'main', true],
  ['/kit', 'line', false],
  ['/kit', 'quiet', false],
  ...['plain', 'approve', 'pitch', 'reject', 'quiet', 'danger'].map((tone) => ['/desk-kit', tone, true] as const),
] as const)('on %s a button that is %s looks another way in each state', async (route, name, canBeDisabled) => {
  const page = await open(route)
  const buttons = await page.getByRole('button', { name, exact: true }).all()
  expect(buttons.length).toBeGreaterThan(0)
  for (const button of buttons) {
    const [rest, ...others] = await pictures(button)
    expect(new Set([rest, ...others.slice(0, 2)]).size).toBe(3)
    expect(rest === others[2]).toBe(!canBeDisabled)
  }
  await page.close()
})
