import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { apply, startDesk, studio } from './desk-harness.ts'

const harness = startDesk()

beforeAll(async () => {
  await apply(harness.server, 'StartupStudio', studio('Uma Selvan', 'Marigold Mills'))
  await apply(harness.server, 'Contact', { name: 'Ravi Rao', email: 'ravi@gmail.com', subject: 'Hello', message: 'A zeppelin' })
})

const names = (page: Page) => page.getByRole('list', { name: 'Applications' }).getByRole('heading').allInnerTexts()
const desk = async (path: string, width = 1440): Promise<Page> => {
  const page = await harness.open(path, { width, height: 900 })
  await page.getByLabel('Search').waitFor()
  return page
}

test('search filters work in the box and the address; unparsable ones are reported', async () => {
  const page = await desk('/app/dashboard')
  const box = page.getByLabel('Search')
  await box.fill('has:website is:pending')
  await page.getByText('1 application found').waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('has:website is:pending')
  expect((await names(page)).join()).toContain('Uma Selvan')
  await box.fill('after:tomorrow')
  await page.getByText('after: needs a date, such as after:2026-01-31.').waitFor()
  expect(await box.getAttribute('aria-invalid')).toBe('true')
  expect(new URL(page.url()).searchParams.get('q')).toBe('has:website is:pending')
  await box.fill('zeppelin after:2020-01-01')
  await page.waitForURL('**q=zeppelin*')
  await page.getByRole('article', { name: 'Ravi Rao' }).waitFor()
  // Once, at the field, which a phone shows then.
  for (const width of [1440, 360]) {
    const explained = await desk('/app/dashboard?q=is:lost', width)
    await explained.getByRole('heading', { name: 'The search cannot be read' }).waitFor()
    expect(await explained.getByText(/^is: must be one of /).count()).toBe(1)
  }
})
