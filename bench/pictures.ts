/**
 * `npm run bench -- pictures`: takes the README's pictures of an installation with invented applications, and writes them to docs/pictures. Run it after a change
 * of how the product looks, and look at them.
 */
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { launchOptions } from '../tests/browser/chromium.ts'
import { root, startServer } from '../tests/support/server.ts'

const folder = path.join(root, 'docs/pictures')
const size = { width: 1440, height: 900 }
/** How long the moving picture shows a step, in milliseconds. */
const stepMs = 2200

const server = await startServer({ DATABASE_URL: '', DECISION_HOLD_S: '2', LOG_LEVEL: 'error' })
const browser = await chromium.launch(launchOptions)

/** Writes a picture of the page as it is, at two thirds of its size. */
async function take(page: Page, name: string): Promise<void> {
  const file = path.join(folder, `${name}.webp`)
  const { size: bytes } = await sharp(await page.screenshot())
    .resize(960)
    .webp({ quality: 82 })
    .toFile(file)
  console.log(`${path.relative(root, file)}: ${Math.round(bytes / 1024)} KB`)
}

const steps: Buffer[] = []
/** Adds the page as it is to the moving picture. */
async function step(page: Page): Promise<void> {
  steps.push(
    await sharp(await page.screenshot())
      .resize(720)
      .png()
      .toBuffer(),
  )
}

async function signedIn(): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.url, viewport: size, reducedMotion: 'reduce', locale: 'en-IN' })
  const pairs = (await server.signIn()).split('; ').map((pair) => pair.split('='))
  await context.addCookies(pairs.map(([name = '', ...value]) => ({ name, value: value.join('='), url: server.url })))
  return context
}

/** The first choice of a list that may be taken. */
const firstChoice = (list: Element): string =>
  [...(list as HTMLSelectElement).options].find(({ value, disabled }) => value !== '' && !disabled)?.value ?? ''

/** Applies in the browser as a founder does. */
async function apply(page: Page): Promise<void> {
  await page.goto('/accelerator')
  const form = page.locator('form', { has: page.locator('[name=founderName]') })
  await form.scrollIntoViewIfNeeded()
  await page.locator('form[novalidate] [name=founderName]').waitFor()
  const fields = await form.locator('[name]:is(input, textarea, select):visible').all()
  for (const [at, field] of fields.entries()) {
    const [tag, type, name] = await field.evaluate((element: HTMLInputElement) => [element.tagName, element.type, element.name])
    if (name === undefined || name in answers) await field.fill(answers[name as keyof typeof answers])
    else if (tag === 'SELECT') await field.selectOption(await field.evaluate(firstChoice))
    else if (type === 'checkbox' || type === 'radio') await field.check()
    else if (type === 'url') await field.fill('https://thari.example.in')
    else if (type === 'tel') await field.fill('+91 98400 00000')
    else await field.fill(sentences[at % sentences.length] ?? '')
  }
  await step(page)
  // Whoever fills it in within three seconds is taken for a program.
  await page.waitForTimeout(4000)
  await form.getByRole('button', { name: 'Submit Application' }).click()
  await page.getByText('Application Submitted Successfully!').waitFor()
  await step(page)
}

const sentences = [
  'A camera and a relay on each loom. It stops the beam within a second, and tells the weaver which warp broke.',
  'Mills with 20 to 200 power looms, first in Erode and Tiruppur.',
  'A foreman who walks the shed every hour. He sees a fault after eleven metres of cloth.',
  'Forty mills pay each month. None has left since April.',
  'To sell to a second town without one of us on each roof.',
  'Somebody who has sold machines to mills, and was paid on time.',
  'Three of us: two built the camera, the third ran a mill for nine years.',
  'Revenue has grown by a fifth each month since the first five mills.',
  'A grant of the district paid for the first ten cameras.',
  'A week in Chennai each month is possible for all three.',
]
const answers = {
  founderName: 'Asha Raman',
  companyName: 'Thari Loom Works',
  email: 'asha@thari.example.in',
  problemSolution:
    'Power loom mills in Erode find a broken warp when the cloth is already spoilt. A camera on each loom stops it within a second.',
}

try {
  await mkdir(folder, { recursive: true })
  const visitor = await (
    await browser.newContext({ baseURL: server.url, viewport: size, reducedMotion: 'reduce', locale: 'en-IN' })
  ).newPage()
  await visitor.goto('/')
  await take(visitor, 'home')
  await promisify(execFile)(process.execPath, [path.join(root, 'dist/server/seed.js')], {
    env: { ...process.env, DATA_DIR: server.dataDir },
  })
  await apply(visitor)

  const desk = await (await signedIn()).newPage()
  await desk.goto('/app/dashboard')
  await desk.getByRole('article', { name: 'Asha Raman' }).waitFor()
  await desk.keyboard.press('j')
  await desk.getByText(answers.problemSolution).first().waitFor()
  await take(desk, 'desk')
  await step(desk)
  await desk.keyboard.press('a')
  await desk.getByText('Application approved successfully').waitFor()
  await step(desk)

  const { html = '' } = await server.mail(
    ({ to, subject }) => to?.[0]?.address === answers.email && !subject?.startsWith('We have your'),
  )
  // A page of its own: the site's policy would keep the letter's styles away.
  const letter = await browser.newPage({ viewport: size })
  await letter.setContent(html)
  await step(letter)

  await desk.goto('/app/site#content/cohorts.yaml')
  await desk
    .getByRole('button', { name: /^Add to/ })
    .first()
    .waitFor()
  await desk.frameLocator('iframe').getByText('Cohort 7').first().waitFor()
  await take(desk, 'editor')
  for (const [key, day] of Object.entries({ startDate: '2027-03-15', applicationDeadline: '2027-02-15' }))
    await desk.locator(`[data-field='[2,"${key}"]']`).fill(day)
  await desk.getByText('Saved as a draft.').waitFor()
  await desk.frameLocator('iframe').getByText('15 Mar 2027').first().waitFor()
  await step(desk)
  await desk.getByRole('link', { name: 'Publish', exact: true }).click()
  await desk.getByRole('button', { name: 'Publish now' }).click()
  await desk.getByRole('heading', { name: 'History' }).waitFor()
  for (let at = 0; at < 100 && !(await (await fetch(`${server.url}/accelerator`)).text()).includes('15 Mar 2027'); at += 1)
    await desk.waitForTimeout(100)
  await visitor.goto('/accelerator#cohorts')
  await visitor.reload()
  await visitor.getByText('15 Mar 2027').locator('visible=true').first().waitFor()
  await step(visitor)

  const file = path.join(folder, 'tour.webp')
  const { size: bytes } = await sharp(steps, { join: { animated: true } })
    .webp({ quality: 70, effort: 6, delay: steps.map(() => stepMs), loop: 0 })
    .toFile(file)
  console.log(`${path.relative(root, file)}: ${Math.round(bytes / 1024)} KB, ${steps.length} steps`)
} finally {
  await browser.close()
  await server.remove()
}
