import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { apply, refused, startDesk, studio } from '../../../tests/browser/desk-harness.ts'
import { axeFaults } from '../../../tests/browser/drive.ts'
import { until } from '../../../tests/support/server.ts'
import { paths } from '../../api/paths.ts'
import { fillPath } from '../../api/route.ts'
import { siteRoutes } from './api.ts'

const harness = startDesk()

const deadline = (page: Page, n: number) => page.locator(`[data-field='[${n},"applicationDeadline"]']`)
const saved = (page: Page) => page.getByText('Saved as a draft.').waitFor()

const documentAt = async (path: string) =>
  (await harness.server.call(`${siteRoutes.siteDocument.path}?path=${encodeURIComponent(path)}`)).body.document

/** Ends the draft of a document. */
const discard = async (path: string) =>
  harness.server.call(siteRoutes.discardSiteDraft.path, 'POST', { path, revision: (await documentAt(path)).revision })

const visitorsPage = async (): Promise<string> => (await fetch(`${harness.server.url}/accelerator`)).text()

describe('the content of the site', () => {
  test('one writes in the form or on the page, which shows it at once', async () => {
    const page = await harness.open('/app/site#content/pages/about.yaml')
    const frame = page.frameLocator('iframe')
    const title = page.locator(`[data-field='["hero","title"]']`)
    const before = await title.inputValue()
    await frame.getByRole('heading', { name: before }).waitFor()
    // Nothing is saved, so only the typing can change the page.
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/site/document', async (route) => {
      await answered
      await route.continue()
    })
    await title.fill('A line for “two”')
    await frame.getByRole('heading', { name: 'A line for “two”' }).waitFor()
    await title.fill('A line for three')
    await frame.getByRole('heading', { name: 'A line for three' }).waitFor()
    await title.fill(before)
    await frame.getByRole('heading', { name: before }).waitFor()

    // A press puts the cursor into the text of the page, and what is typed there is in the field.
    await frame.getByRole('heading', { name: before }).click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' of us')
    await expect.poll(() => title.inputValue()).toBe(`${before} of us`)
    await page.keyboard.press('Escape')
    // One that the page shows in other words has its cursor in the field.
    await frame.getByText('the dots come first').click()
    const text = page.locator(`[data-field='["hero","text"]']`)
    await expect.poll(() => text.evaluate((field) => field === document.activeElement)).toBe(true)
    await frame.getByRole('link', { name: 'Blog' }).first().click()
    await title.fill('The page is still here')
    await frame.getByRole('heading', { name: 'The page is still here' }).waitFor()
    answer()
    await saved(page)
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByText('As published.').waitFor()
  })

  test('a date is changed, checked at its field and published, by keyboard alone', async () => {
    const page = await harness.open('/app/dashboard')
    await page.getByRole('link', { name: 'Site', exact: true }).press('Enter')
    await page.getByRole('heading', { name: 'Questions and answers' }).waitFor()
    expect(await axeFaults(page)).toEqual([])
    // The pictures of pages are the published pages, which nobody can enter.
    await page.frameLocator('iframe').first().getByRole('heading', { level: 1, includeHidden: true }).waitFor()
    await page.getByLabel('Search all texts of the site').fill('deadline of cohort 6')
    await page.getByRole('link', { name: 'Cohorts · Cohort 6 · Apply by' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('The last day for applications.').first().waitFor()
    await expect.poll(() => deadline(page, 1).evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await axeFaults(page)).toEqual([])
    // The browser writes days in its own order, so the value is set as an editor picks it.
    await deadline(page, 1).fill('2026-02-02')
    await saved(page)
    await page.getByRole('link', { name: 'Publish', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Cohort 6 closes for applications on 2026-02-02, after it starts on 2026-01-15').waitFor()
    await page.getByRole('alert').getByRole('link', { name: 'Cohorts' }).focus()
    await page.keyboard.press('Enter')
    await deadline(page, 1).fill('2026-01-10')
    await saved(page)
    await page.frameLocator('iframe').getByText('10 Jan 2026').first().waitFor()
    await page.getByRole('link', { name: 'Publish', exact: true }).click()
    await page.locator('ins', { hasText: '10 January 2026' }).waitFor()
    expect(await page.locator('del').allTextContents()).toEqual(['15 December 2025'])
    // Both pages, with what changes outlined in each.
    const outlined = (when: string) =>
      page
        .frameLocator(`iframe[title="Cohorts, ${when}"]`)
        .locator('*')
        .evaluateAll((all) => all.flatMap((each) => ((each as HTMLElement).style?.outlineWidth ? each.textContent : [])))
    await expect.poll(() => outlined('as it will be')).toEqual(['10 Jan 2026'])
    expect(await outlined('as it is')).toEqual(['15 Dec 2025'])
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Only words' }).click()
    expect(await page.locator('iframe').count()).toBe(0)
    await page.getByRole('button', { name: 'Publish now' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await until('a visitor to see it', async () => (await visitorsPage()).includes('10 Jan 2026') || undefined)
    expect(await page.getByRole('link', { name: 'See it', exact: true }).getAttribute('href')).toBe('/accelerator')
    await page.getByRole('button', { name: 'Take it back' }).click()
    await until('a visitor to see what was before', async () => !(await visitorsPage()).includes('10 Jan 2026') || undefined)
    // A publish of the history, as a draft first.
    await page.getByText('Taken back: Cohorts, by admin@example.com').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Taken back: ' }).getByRole('link').click()
    await page.getByRole('button', { name: 'Restore the texts before it' }).click()
    await page.locator('ins', { hasText: '10 January 2026' }).waitFor()
    expect((await harness.server.call(siteRoutes.site.path)).body.revision).toBe(2)
    await discard('content/cohorts.yaml')
  })

  test('entries are added, moved by keys and removed; undo takes them back', async () => {
    const page = await harness.open('/app/site#content/faq.yaml')
    const names = () => page.locator('ol summary').allTextContents()
    await page.getByText('1. When should I apply?').waitFor()
    const before = await names()
    await page.getByRole('button', { name: 'Move down 1. When should I apply?' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await names())[1]).toBe('2. When should I apply?')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Move down 2. When should I apply?')
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(names).toEqual(before)
    await page.getByRole('button', { name: 'Remove 2. Is there a deadline?' }).click()
    await expect.poll(async () => (await names()).length).toBe(before.length - 1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(names).toEqual(before)
    await page.getByRole('button', { name: 'Add to list' }).click()
    await page.getByText(`${before.length + 1}. New`).waitFor()
    // The page has it at once, under its label.
    await page.frameLocator('iframe').getByText('Question', { exact: true }).first().waitFor()
    // It is named once it was left, and the entry stays open.
    await page.getByText('One field cannot be published yet.').or(page.getByText('2 fields cannot be published yet.')).waitFor()
    expect(await page.getByText('Question is empty').count()).toBe(0)
    await page.keyboard.press('Tab')
    await page.getByText('Question is empty').waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('Do you')
    const question = page.locator(`[data-field='[${before.length},"question"]']`)
    const answer = page.locator(`[data-field='[${before.length},"answer"]']`)
    const isEntry = (text: string) => async () => (await documentAt('content/faq.yaml')).value[before.length]?.question === text
    await expect.poll(isEntry('Do you')).toBe(true)
    await page.keyboard.type(' take solo')
    await answer.fill('Yes.')
    // The last fault goes with this save.
    await page.getByText('cannot be published yet').waitFor({ state: 'detached' })
    await question.focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' founders?')
    await expect.poll(isEntry('Do you take solo founders?')).toBe(true)
    expect(await question.evaluate((field) => field === document.activeElement)).toBe(true)
    // Moved, it is still the one that is open.
    await page.getByRole('button', { name: `Move up ${before.length + 1}. Do you take solo founders?` }).click()
    await expect
      .poll(() => page.locator('ol > li > details[open] > summary').allTextContents())
      .toEqual([`${before.length}. Do you take solo founders?`])
    await page.locator('summary', { hasText: 'Do you take solo' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await page.locator('ol > li > details[open]').count()).toBe(0)
    await discard('content/faq.yaml')
  })

  test('a text that waits is named where its document is opened and published, and stays', async () => {
    const path = 'content/pages/terms.yaml'
    const page = await harness.page(true, undefined, 'America/New_York')
    const title = page.locator(`[data-field='["hero","title"]']`)
    await page.goto(`/app/site#${path}`)
    const before = await title.inputValue()
    await title.fill('Terms for Cohort 8')
    await saved(page)
    await page.evaluate(() => window.scrollTo(0, 5_000))
    await page.getByRole('link', { name: 'Publish', exact: true }).click()
    await page.locator('ins', { hasText: 'Terms for Cohort 8' }).waitFor()
    // Each view begins at its top, and only the document that one came from is chosen.
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.getByLabel('At a time of the site (optional, IST)').fill('2030-03-10T02:30')
    await page.getByRole('button', { name: 'Schedule' }).click()
    await page.getByText('Scheduled for 10 Mar 2030, 02:30 IST', { exact: false }).first().waitFor()
    await page.goto(`/app/site#${path}`)
    await page.getByText('A text of this document waits for 10 Mar 2030, 02:30 IST').waitFor()
    expect(await title.inputValue()).toBe(before)
    expect(await axeFaults(page)).toEqual([])
    await title.fill('Terms, mended')
    await saved(page)
    await page.getByRole('link', { name: 'Publish', exact: true }).click()
    await page.getByText('waits for 10 Mar 2030, 02:30 IST').waitFor()
    expect(await page.getByRole('radio', { name: /^Leave what waits/ }).isChecked()).toBe(true)
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    const { publishes } = (await harness.server.call(siteRoutes.site.path)).body
    expect(
      publishes.map(({ documents, dueAt }: { documents: string[]; dueAt: string | null }) => [documents, dueAt]).slice(0, 2),
    ).toEqual([
      [[path], '2030-03-09T21:00:00.000Z'],
      [[path], null],
    ])
    await until('a visitor to see it', async () => {
      const html = await (await fetch(`${harness.server.url}/terms`)).text()
      return (html.includes('Terms, mended') && !html.includes('Cohort 8')) || undefined
    })
    await page.getByRole('listitem').filter({ hasText: 'is published 10 Mar 2030, 02:30 IST' }).getByRole('link').click()
    await page.getByRole('button', { name: 'Cancel the schedule' }).click()
    await page.locator('ins', { hasText: 'Terms for Cohort 8' }).waitFor()
    await discard(path)
  })

  test('the answers about who we are stay after a reload, and say what they become', async () => {
    const page = await harness.open('/app/dashboard')
    await page.getByRole('link', { name: 'Say who you are' }).click()
    await page.getByLabel('The city', { exact: true }).fill('Nairobi')
    await page.reload()
    await page.getByText('This is understood').waitFor()
    expect(await page.getByLabel('The city', { exact: true }).inputValue()).toBe('Nairobi')
    expect(await page.getByRole('definition').allTextContents()).toEqual(['Nairobi'])
    await page.getByLabel('The city', { exact: true }).fill('')
    await page.reload()
    expect(await page.getByLabel('The city', { exact: true }).inputValue()).toBe('')
  })

  test('only the document that one came from is chosen, and only its faults count', async () => {
    const [page, team] = [await harness.page(true), 'content/team.yaml']
    const { text, revision } = await documentAt(team)
    const unfinished = { path: team, revision, text: `${text}\n- name: Unfinished\n` }
    await harness.server.call(siteRoutes.saveSiteDocument.path, 'PUT', unfinished)
    await page.goto('/app/site#content/pages/privacy.yaml')
    const title = page.locator(`[data-field='["hero","title"]']`)
    await title.fill('What we keep')
    await saved(page)
    await page.getByRole('link', { name: 'Publish', exact: true }).click()
    await page.locator('ins', { hasText: 'What we keep' }).waitFor()
    const left = page.getByRole('group', { name: 'Also not published' }).getByRole('checkbox', { name: 'Team' })
    expect([await left.isChecked(), await page.getByText('This cannot be published yet').count()]).toEqual([false, 0])
    await left.click()
    await page.getByText('This cannot be published yet').waitFor()
    await page.getByRole('group', { name: 'Publish' }).getByRole('checkbox', { name: 'Team' }).click()
    await page.getByText('This cannot be published yet').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Privacy, by admin@example.com' }).first().waitFor()
    await discard(team)
  })

  test('a publish that is answered late leaves one where one went meanwhile', async () => {
    const page = await harness.page(true)
    await page.goto('/app/site#content/pages/privacy.yaml')
    await page.locator(`[data-field='["hero","title"]']`).fill('What we keep of you')
    await saved(page)
    await page.getByRole('link', { name: 'Publish', exact: true }).click()
    const [requested, late] = [page.waitForRequest(`**${siteRoutes.publishSite.path}`), Promise.withResolvers<void>()]
    await page.route(`**${siteRoutes.publishSite.path}`, (route) => late.promise.then(() => route.continue()), { times: 1 })
    await page.getByRole('button', { name: 'Publish now' }).click()
    await requested
    await page.goto('/app/site#content/team.yaml')
    await page.locator(`[data-field='[0,"name"]']`).waitFor()
    late.resolve()
    await page.getByText('Published', { exact: true }).waitFor()
    expect(new URL(page.url()).hash).toBe('#content/team.yaml')
  })

  test('a length counts what a placeholder stands for, and a new post is not published', async () => {
    const page = await harness.open('/app/site#content/pages/home.yaml')
    await page.getByText('Not seen on the page: in search results').click()
    await page.getByText(/^Description 1[0-5]\d of 160$/).waitFor()
    await page.goto('/app/site#content/posts/not-begun.md')
    await page.getByText('Not published yet.').waitFor()
  })

  test('a new post needs its title and its text; the rest is filled in', async () => {
    const page = await harness.page(true)
    const title = 'What ten customers’ letters say'
    const text = 'We asked ten customers to write us a letter about the day on which they nearly left. Here is what they wrote.'
    await page.goto('/app/site')
    await page.getByLabel('Title of a new post').fill(title)
    await page.keyboard.press('Enter')
    await page.waitForURL('**#content/posts/what-ten-customers-letters-say.md')
    await page.getByRole('textbox', { name: 'Body' }).click()
    await page.keyboard.type(text)
    const written = () => documentAt('content/posts/what-ten-customers-letters-say.md')
    // The last words may be saved after the first.
    await expect
      .poll(async () => (await written()).value)
      .toMatchObject({
        title,
        excerpt: text,
        slug: 'what-ten-customers-letters-say',
        featured: false,
        body: `${text}\n`,
      })
    await saved(page)
    const { value, faults } = await written()
    expect([faults, value.tags.length]).toEqual([[], 2])
    expect(await page.getByLabel('Id', { exact: true }).count()).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'Publish', exact: true }).click()
    await page.getByText('Day of publication').waitFor()
    expect((await page.locator('main ins').allTextContents()).join()).not.toMatch(/[{}[\]]/)
    await page.getByRole('button', { name: 'Publish now' }).click()
    await until(
      'a visitor to read it',
      async () =>
        (await (await fetch(`${harness.server.url}/blog/what-ten-customers-letters-say`)).text()).includes(text) || undefined,
    )
  })

  test('a page is made at the desk, taken from the site, and brought back', async () => {
    const page = await harness.page(true)
    const address = `${harness.server.url}/press-and-media`
    const answer = async () => ({ status: (await fetch(address)).status, text: await (await fetch(address)).text() })
    const publishNow = async () => {
      await page.getByRole('button', { name: 'Publish now' }).click()
      await page.getByRole('heading', { name: 'History' }).waitFor()
    }
    const publish = async () => {
      await page.getByRole('link', { name: 'Publish', exact: true }).click()
      await publishNow()
    }
    await page.goto('/app/site')
    await page.getByLabel('Title of a new page').fill('Press & media')
    await page.keyboard.press('Enter')
    await page.waitForURL('**#content/pages/press-media.yaml')
    await page.goto('/app/site')
    // An address that the site has is not taken twice.
    await page.getByLabel('Title of a new page').fill('Portfolio')
    await page.keyboard.press('Enter')
    await page.waitForURL('**#content/pages/portfolio-2.yaml')
    await page.goto('/app/site')
    await page.getByLabel('Title of a new page').fill('Press and media')
    await page.keyboard.press('Enter')
    await page.waitForURL('**#content/pages/press-and-media.yaml')
    const path = 'content/pages/press-and-media.yaml'
    const field = (name: string) => page.locator(`[data-field='${name}']`)
    const description = 'What journalists ask us, with the answers, and whom to call about a story before the evening.'
    await field('["meta","description"]').fill(description)
    await field('["hero","text"]').fill('Call us before the evening.')
    await field('["sections",0,"title"]').fill('What you ask')
    await field('["sections",0,"items",0,"title"]').fill('Numbers')
    await field('["sections",0,"items",0,"text"]').fill('They are on the home page.')
    await saved(page)
    await expect.poll(async () => (await documentAt(path)).faults).toEqual([])
    expect((await documentAt(path)).value).toMatchObject({
      meta: { title: 'Press and media', description },
      hero: { title: 'Press and media', text: 'Call us before the evening.' },
    })
    await publish()
    await until('a visitor to read it', async () => (await answer()).text.includes('Call us before the evening.') || undefined)

    await page.goto(`/app/site#${path}`)
    await page.getByRole('button', { name: 'Take it from the site' }).click()
    await page.getByText('leaves the site when this is published').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Keep it' }).click()
    await page.getByText('As published.').waitFor()
    await page.getByRole('button', { name: 'Take it from the site' }).click()
    await page.getByText('leaves the site when this is published').waitFor()
    await publish()
    await until('no visitor to find it', async () => (await answer()).status === 404 || undefined)

    await page.getByRole('listitem').filter({ hasText: 'Press and media, by' }).first().getByRole('link').click()
    await page.getByRole('button', { name: 'Restore the texts before it' }).click()
    await publishNow()
    await until('a visitor to read it again', async () => (await answer()).status === 200 || undefined)
  })

  test('what two windows typed is merged; a field of both is chosen before it is saved', async () => {
    harness.provoke(/409/)
    const [here, there] = [await harness.page(true), await harness.page(true)]
    for (const page of [here, there]) {
      await page.goto('/app/site#content/claims.yaml')
      await page.getByText('Money that our companies have raised.').waitFor()
    }
    const value = (page: Page, name: string) => page.locator(`[data-field='["${name}","value"]']`)
    const stored = async (name: string) => (await documentAt('content/claims.yaml')).value[name].value
    const before = await value(here, 'alumni').inputValue()
    await value(there, 'growth').fill('9x')
    await value(there, 'raised').fill('$60M')
    await saved(there)
    await value(here, 'alumni').fill('510+')
    await value(here, 'raised').fill('$70M')
    const question = here.getByText('Raised · Figure was changed in another window too.')
    await question.waitFor()
    await here.getByText('Not saved until you have chosen.').waitFor()
    expect(await value(here, 'growth').inputValue()).toBe('9x')
    await here.getByText('There: $60M').waitFor()
    expect(await axeFaults(here)).toEqual([])
    // Neither more typing nor a reload saves it, or forgets the question.
    await value(here, 'alumni').fill('520+')
    await here.reload()
    await question.waitFor()
    expect([await value(here, 'alumni').inputValue(), await stored('raised'), await stored('alumni')]).toEqual([
      ...['520+', '$60M', before],
    ])
    await value(here, 'raised').fill('$71M')
    await here.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(() => stored('raised')).toBe('$71M')
    await expect.poll(() => stored('alumni')).toBe('520+')
  })

  test('an undo keeps what another window saved meanwhile', async () => {
    harness.provoke(/409/)
    const [here, there] = [await harness.page(true), await harness.page(true)]
    for (const page of [here, there]) {
      await page.goto('/app/site#content/facts.yaml')
      await page.getByText('What a dollar costs', { exact: true }).waitFor()
    }
    const [mine, theirs, both] = ['paper', 'where', 'long'].map((name) => JSON.stringify(['accelerator', name])) as [
      string,
      string,
      string,
    ]
    const field = (page: Page, name: string) => page.locator(`[data-field='${name}']`)
    const before = await field(here, mine).inputValue()
    await field(here, mine).fill('4')
    await saved(here)
    await field(there, theirs).fill('7')
    await field(there, both).fill('8')
    await there.getByText('Saved as a draft.').waitFor()
    await field(here, both).fill('9')
    await here.getByText('was changed in another window too.').waitFor()
    await here.getByRole('button', { name: 'Take the other' }).click()
    const values = () => Promise.all([mine, theirs, both].map((name) => field(here, name).inputValue()))
    await expect.poll(values).toEqual(['4', '7', '8'])
    const undo = here.getByRole('button', { name: 'Undo' })
    while (await undo.isEnabled()) await undo.click()
    await expect.poll(values).toEqual([before, '7', '8'])
    await saved(here)
    await discard('content/facts.yaml')
  })

  test('a save whose answer was lost is not taken for another window', async () => {
    harness.provoke(/409|ERR_FAILED|desk: saving a document/)
    const page = await harness.open('/app/site#content/pages/mentors.yaml')
    const title = page.locator(`[data-field='["hero","title"]']`)
    await title.waitFor()
    let lost = 0
    await page.route(`**${siteRoutes.siteDocument.path}`, async (route) => {
      if (route.request().method() !== 'PUT' || lost > 0) {
        await route.continue()
        return
      }
      await route.fetch()
      lost += 1
      await route.abort()
    })
    await title.fill('The people here')
    await expect.poll(() => lost).toBe(1)
    await title.fill('The people behind it')
    await saved(page)
    expect([lost, await page.getByText('in another window').count(), await title.inputValue()]).toEqual([
      1,
      0,
      'The people behind it',
    ])
    const { value } = await documentAt('content/pages/mentors.yaml')
    expect(value.hero.title).toBe('The people behind it')
    await discard('content/pages/mentors.yaml')
  })

  test('typing goes on without the server, and survives a reload on a phone', async () => {
    // A save that the reload interrupts may have arrived: the next one is then merged with it.
    harness.provoke(/ERR_FAILED|desk: saving a document|409/)
    const page = await harness.open('/app/site#content/pages/home.yaml', { width: 360, height: 740 })
    const title = page.locator(`[data-field='["hero","title"]']`)
    await title.waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.route(`**${siteRoutes.siteDocument.path}`, (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await title.fill('Typed in a tunnel')
    await page.getByText('Kept in this tab').waitFor()
    await page.unrouteAll()
    await page.reload()
    await expect.poll(() => title.inputValue()).toBe('Typed in a tunnel')
    await expect.poll(async () => (await documentAt('content/pages/home.yaml')).value.hero.title).toBe('Typed in a tunnel')
  })

  test('a post moves to the address that is typed, unless a post is there', async () => {
    const page = await harness.open('/app/site#content/posts/remote-first-startup-culture-guide.md')
    const slug = page.locator(`[data-field='["slug"]']`)
    // What nobody sees on the page is folded.
    expect(await slug.isVisible()).toBe(false)
    await page.getByText('Not seen on the page: address').click()
    await slug.fill('complete-guide-building-mvp')
    await page.getByRole('button', { name: 'Move it to /blog/complete-guide-building-mvp' }).click()
    await page.getByText('There is a post at /blog/complete-guide-building-mvp already.').waitFor()
    await slug.fill('remote-first')
    await slug.blur()
    await page.getByText('Address is remote-first, so the post belongs in remote-first.md: move it there').waitFor()
    // Cut short after its first step, it is done by another press.
    harness.provoke(...refused)
    await page.route(`**${siteRoutes.siteDocument.path}`, (route) =>
      route.request().method() === 'PUT' && route.request().postDataJSON().text === '' ? route.abort() : route.continue(),
    )
    const cut = page.waitForEvent('requestfailed')
    await page.getByRole('button', { name: 'Move it to /blog/remote-first' }).click()
    await cut
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Move it to /blog/remote-first' }).click()
    await page.waitForURL('**#content/posts/remote-first.md')
    await expect.poll(() => slug.inputValue()).toBe('remote-first')
    const document = await documentAt('content/posts/remote-first.md')
    expect([document.value.formerSlugs, document.faults]).toEqual([['remote-first-startup-culture-guide'], []])
    await page.getByRole('link', { name: 'Publish', exact: true }).click()
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    const at = `${harness.server.url}/blog/remote-first-startup-culture-guide`
    await until('the address to lead to the new one', async () => {
      const { status, headers } = await fetch(at, { redirect: 'manual' })
      return (status === 308 && headers.get('location') === '/blog/remote-first') || undefined
    })
  })

  test('a photograph is chosen, dropped or pasted, described and published', async () => {
    harness.provoke(/400/)
    const page = await harness.open('/app/site#content/pages/contact.yaml')
    const file = page.locator(`[data-field='["photo","file"]']`)
    const alt = page.locator(`[data-field='["photo","alt"]']`)
    await file.waitFor()
    const chooser = page.locator('input[type=file]')
    // Upright it is 900 wide; the camera's file says where it was taken.
    const taken = await sharp({ create: { width: 1600, height: 900, channels: 3, background: '#804020' } })
      .withMetadata({ orientation: 6, exif: { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 4/1 57/1' } } })
      .jpeg()
      .toBuffer()
    const faultOf = async (name: string, buffer: Buffer, mimeType = 'image/jpeg') => {
      await chooser.setInputFiles({ name, mimeType, buffer })
      return await page.locator('[role=alert]:not(:empty)', { hasText: /\w/ }).first().textContent()
    }
    expect(await faultOf('a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><'), 'image/svg+xml')).toContain(
      'The drawing cannot be read',
    )
    expect(await faultOf('a.jpg', Buffer.from('a text'))).toContain('This is not a picture that can be added')
    expect(await faultOf('a.jpg', taken.subarray(0, 300))).toContain('The picture is damaged')
    expect(await faultOf('a.jpg', Buffer.concat([taken, Buffer.alloc(15 * 1024 * 1024)]))).toContain('At most 15 MB can be added')
    expect(await faultOf('a.png', await sharp(taken).resize(400).png().toBuffer())).toContain('It must be at least 608 wide')
    const moving = sharp({
      create: { width: 700, height: 1400, channels: 3, background: '#000', pageHeight: 700, noise: { type: 'gaussian' } },
    } as never)
    expect(await faultOf('a.webp', await moving.webp().toBuffer(), 'image/webp')).toContain('The picture moves')
    const small = await sharp(taken).resize(700).png().toBuffer()
    small.writeUInt32BE(16_000, 16)
    small.writeUInt32BE(16_000, 20)
    expect(await faultOf('a.png', small, 'image/png')).toContain('The picture has 16,000 × 16,000 pixels')
    expect(await file.inputValue()).toBe('')
    expect(await axeFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Choose a picture for Photo · File' }).waitFor()
    await chooser.setInputFiles({ name: 'hall.jpg', mimeType: 'image/jpeg', buffer: taken })
    await expect.poll(() => file.inputValue()).toMatch(/^[0-9a-f]{32}-900x1600\.webp$/)
    const chosen = await file.inputValue()
    await alt.focus()
    await alt.blur()
    await page.getByText('What it shows is missing').waitFor()
    // Dropped, and pasted: other pictures.
    const give = async (kind: 'drop' | 'paste', width: number) => {
      const buffer = await sharp(taken).resize(width, 800).png().toBuffer()
      await file.evaluate(
        (field, { kind, base64 }) => {
          const transfer = new DataTransfer()
          transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], 'a.png', { type: 'image/png' }))
          const init = { bubbles: true, cancelable: true }
          field.dispatchEvent(
            kind === 'drop'
              ? new DragEvent('drop', { ...init, dataTransfer: transfer })
              : new ClipboardEvent('paste', { ...init, clipboardData: transfer }),
          )
        },
        { kind, base64: buffer.toString('base64') },
      )
      await expect.poll(() => file.inputValue()).toContain(`-${Math.min(width, 1216)}x`)
    }
    await give('drop', 1300)
    await give('paste', 700)
    await chooser.setInputFiles({ name: 'hall.jpg', mimeType: 'image/jpeg', buffer: taken })
    await expect.poll(() => file.inputValue()).toBe(chosen)
    await alt.fill('The hall in the evening.')
    // The point that stays in view: by a press on the picture, and by keys.
    const focus = page.locator(`[data-field='["photo","focus"]']`)
    const point = page.getByRole('button', { name: /^Photo · Focus: 50% from the left, 50% from the top/ })
    const box = await point.boundingBox()
    await point.click({ position: { x: (box?.width ?? 0) / 4, y: (box?.height ?? 0) * 0.8 } })
    await expect.poll(() => focus.inputValue()).toMatch(/^2[45]% (79|80)%$/)
    await page.getByRole('button', { name: /^Photo · Focus:/ }).press('ArrowUp')
    await expect.poll(() => focus.inputValue()).toMatch(/^2[45]% 7[45]%$/)
    expect(await axeFaults(page)).toEqual([])
    await saved(page)
    const shown = page.frameLocator('iframe').getByRole('img', { name: 'The hall in the evening.' })
    await shown.scrollIntoViewIfNeeded()
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900)
    expect((await fetch(`${harness.server.url}${fillPath(paths.storedPicture, { name: chosen })}`)).status).toBe(404)
    await page.getByRole('link', { name: 'Publish', exact: true }).click()
    const changed = page.locator('ins img')
    await expect.poll(() => changed.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(900)
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    const served = await until('a visitor to see it', async () => {
      const html = await (await fetch(`${harness.server.url}/contact`)).text()
      const picture = await fetch(`${harness.server.url}${fillPath(paths.storedPicture, { name: chosen })}`)
      return html.includes(`${chosen}" alt="The hall in the evening."`) && picture.ok ? picture : undefined
    })
    const { exif, width, height, format } = await sharp(await served.arrayBuffer()).metadata()
    expect([exif, width, height, format]).toEqual([undefined, 900, 1600, 'webp'])
    await page.goto('/app/site#content/pages/contact.yaml')
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await expect.poll(() => file.inputValue()).toBe('')
    await saved(page)
    expect((await documentAt('content/pages/contact.yaml')).value.photo).toBe(undefined)
  })

  test('a drawing is stored as its pixels; pages that the site lacks are ticks', async () => {
    const page = await harness.open('/app/site#content/site.yaml')
    const logo = page.locator(`[data-field='["logo"]']`)
    await logo.waitFor()
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>alert(1)</script><image href="https://other.example/a.png"/><rect width="9" height="9" fill="#123456"/></svg>'
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(drawing) })
    await expect.poll(() => logo.inputValue()).toMatch(/^[0-9a-f]+-(\d+)x\1\.webp$/)
    const team = page.getByRole('checkbox', { name: 'Team', exact: true })
    expect(await page.locator('[data-field^=\'["without"\']').count()).toBe(14)
    await team.check()
    await page.getByRole('checkbox', { name: 'Blog' }).check()
    // What says that it is saved may still be of the tick before.
    await expect.poll(async () => (await documentAt('content/site.yaml')).value).toMatchObject({ without: ['team', 'blog'] })
    expect(await axeFaults(page)).toEqual([])
    // What the site will not have is not on the map, and is not found.
    await page.goto('/app/site')
    await page.getByRole('heading', { name: 'Pages', exact: true }).waitFor()
    expect(
      await page.locator('[href="#content/pages/team.yaml"], [href="#content/posts/investor-updates-data-room.md"]').count(),
    ).toBe(0)
    expect(await page.locator('a[href="#content/pages/about.yaml"]').count()).toBeGreaterThan(0)
    await page.goto('/app/site#content/site.yaml')
    await page.getByRole('button', { name: 'Discard draft' }).click()
    await page.getByText('As published.').waitFor()
  })

  test('a portrait is added at a person, and a picture in a post', async () => {
    const page = await harness.page(true)
    const add = async (field: string, width: number, background = '#2040a0') => {
      const buffer = await sharp({ create: { width, height: 700, channels: 3, background } })
        .png()
        .toBuffer()
      const chooser = page.locator('[data-picture]', { has: page.locator(`[data-field='${field}']`) }).locator('input[type=file]')
      await chooser.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    }
    await page.goto('/app/site#content/team.yaml')
    const image = page.locator(`[data-field='[0,"image"]']`)
    await image.waitFor()
    await add('[0,"image"]', 700)
    await expect.poll(() => image.inputValue()).toMatch(/-640x640\.webp$/)
    await saved(page)
    // The next one is moved up while its picture is stored.
    const first = await image.inputValue()
    const moved = Promise.withResolvers<void>()
    const requested = page.waitForRequest(/\/api\/site\/pictures\?/)
    await page.route(/\/api\/site\/pictures\?/, (route) => moved.promise.then(() => route.continue()), { times: 1 })
    await add('[1,"image"]', 700, '#a04020')
    await requested
    await page.getByRole('button', { name: /^Move up 2\. / }).click()
    const next = page.locator(`[data-field='[1,"image"]']`)
    await expect.poll(() => next.inputValue()).toBe(first)
    moved.resolve()
    await expect.poll(() => image.inputValue()).toMatch(/-640x640\.webp$/)
    expect(await next.inputValue()).toBe(first)
    await saved(page)
    expect((await documentAt('content/team.yaml')).faults).toEqual([])
    const post = 'content/posts/complete-guide-building-mvp.md'
    await page.goto(`/app/site#${post}`)
    const body = page.locator(`[data-field='["body"]']`)
    await page.getByRole('button', { name: 'Markdown' }).click()
    await body.waitFor()
    const before = await body.inputValue()
    await body.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 0))
    await add('["body"]', 800)
    await expect.poll(() => body.inputValue()).toMatch(/^!\[\]\([0-9a-f]{32}-800x700\.webp\)\n\n/)
    await body.focus()
    await body.blur()
    await page.getByText('needs a description for people who do not see it').waitFor()
    await body.fill((await body.inputValue()).replace('![]', '![Two founders at a table]'))
    await page.getByRole('button', { name: 'As it reads' }).click()
    await page.locator('.ProseMirror').getByRole('img', { name: 'Two founders at a table' }).waitFor()
    await page.getByRole('button', { name: 'Markdown' }).click()
    expect((await body.inputValue()).endsWith(`${before.trim()}\n`)).toBe(true)
    for (const path of ['content/team.yaml', post]) await discard(path)
  })

  test('a letter is written beside itself, checked and sent to oneself', async () => {
    const page = await harness.page(true)
    const approval = 'content/mail/approval.yaml'
    await apply(harness.server, 'StartupStudio', studio('Nila Raman', 'Palai Foods'))
    await apply(harness.server, 'StartupStudio', studio('R2 D2', 'Droid Foods'))
    await page.goto(`/app/site#${approval}`)
    const subject = page.locator(`[data-field='["subject"]']`)
    await subject.fill('Yes: ')
    // Its parts by what they are.
    expect(await page.getByRole('textbox', { name: 'Paragraph 1', exact: true }).inputValue()).toBe('Dear {applicantName},')
    expect(await page.getByRole('group', { name: 'Button' }).getByLabel('Words').inputValue()).toBe('Choose a time')
    await page.getByText('What the reviewer adds', { exact: true }).waitFor()
    await page.getByRole('textbox', { name: 'Below the letter 2', exact: true }).waitFor()
    const letter = page.getByRole('region', { name: 'Letter of the draft' })
    // Words of an applicant are never in a subject.
    const chip = (name: string) => page.getByRole('button', { name: `{${name}}`, exact: true })
    expect(await chip('applicantName').getAttribute('aria-disabled')).toBe('true')
    await chip('reference').focus()
    await page.keyboard.press('Enter')
    expect(await subject.inputValue()).toBe('Yes: {reference}')
    await page.keyboard.type('!')
    expect(await subject.inputValue()).toBe('Yes: {reference}!')
    await letter.getByText('Yes: AB12CD34!').waitFor()
    expect(await axeFaults(page)).toEqual([])
    const line = letter.locator('[data-letter]').getByText('Dear Nila Raman,')
    const colour = () => line.evaluate((element) => getComputedStyle(element).color)
    expect(await colour()).toBe('rgb(29, 26, 23)')
    await letter.getByRole('button', { name: 'Dark' }).click()
    await expect.poll(colour).toBe('rgb(243, 237, 226)')
    expect(await axeFaults(page)).toEqual([])
    await letter.getByRole('button', { name: 'Phone' }).click()
    await expect.poll(async () => (await letter.locator('[data-letter]').boundingBox())?.width).toBeLessThan(361)
    const chosen = letter.getByLabel('Composed for')
    await letter.getByLabel('Find an application').fill('palai')
    await expect.poll(() => chosen.locator('option').allTextContents()).toHaveLength(2)
    await chosen.selectOption({ index: 1 })
    await letter.getByText('nila.raman@example.in').waitFor()
    await letter.getByRole('button', { name: 'Plain text' }).click()
    await letter.getByText('Dear Nila Raman').waitFor()
    await letter.getByRole('button', { name: 'Send this to me' }).click()
    await page.getByText('A test is on its way to').waitFor()
    await page.getByRole('link', { name: 'Publish', exact: true }).click()
    await page.getByText('Composed for 2 applications that could get it now.').waitFor()
    await page
      .getByText('1 of them lacks {applicantName}:')
      .getByRole('link', { name: /^R2 D2/ })
      .waitFor()
    expect(await axeFaults(page)).toEqual([])
    await discard(approval)
  })

  test('a post is written as it reads, by keys, and pasted from Docs and Word', async () => {
    const page = await harness.page(true)
    const path = 'content/posts/complete-guide-building-mvp.md'
    const before = await documentAt(path)
    await page.goto(`/app/site#${path}`)
    const text = page.getByRole('textbox', { name: 'Body' })
    await text.getByRole('heading', { level: 2 }).first().waitFor()
    // Opened and not changed, there is no draft.
    await page.getByText('As published.').waitFor()
    expect(await axeFaults(page)).toEqual([])
    await text.focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.type('Plain ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('bold')
    await page.keyboard.press('Control+b')
    await page.keyboard.type(' *stars* and apply')
    await page.keyboard.press('Control+Shift+ArrowLeft')
    // The browser reports a selection after the key.
    const link = page.getByRole('button', { name: 'Link', exact: true })
    await expect.poll(() => link.getAttribute('aria-disabled')).not.toBe('true')
    await page.keyboard.press('Control+k')
    const address = page.getByLabel('Address of the link')
    await address.fill('http://other.example')
    await page.getByText('A page of this site such as /apply, or a complete').waitFor()
    await address.fill('/apply')
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.keyboard.type('## A heading')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('two')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const paste = (html: string) =>
      text.evaluate((field, pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', pasted)
        clipboardData.setData('text/plain', 'plain')
        field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
      }, html)
    // As Google Docs copies it.
    await paste(
      `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><h1 dir="ltr"><span style="font-weight:400;color:#f00">From Docs</span></h1>
       <p dir="ltr" style="line-height:1.38"><span style="font-weight:700">Bold</span><span style="font-style:italic">, italic</span> and <a href="https://other.example/page" style="text-decoration:none"><span style="color:#15c">a link</span></a>.</p>
       <table><tr><td><p>A cell</p></td><td>Another</td></tr><tr><td colspan=2><b>Bold</b></td></tr></table><ol><li dir="ltr"><p><span>First</span></p></li><li><p>Second<br></p></li></ol><img src="https://other.example/x.png"></b>`,
    )
    await page.getByText('1 picture was not in the clipboard: choose it below.').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    // As Word copies it.
    await paste(
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{color:red}</style></head><body><!--StartFragment-->
       <h3 style='mso-list:none'>From Word<o:p></o:p></h3><p class=MsoNormal><b>Strong</b> <a href="http://other.example">no link</a><o:p>&nbsp;</o:p></p>
       <p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>Dot</p>
       <p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Dash</p><!--EndFragment--></body></html>`,
    )
    await saved(page)
    await page.getByRole('button', { name: 'Markdown' }).click()
    const source = page.locator(`[data-field='["body"]']`)
    const typed = await source.inputValue()
    expect(typed.endsWith(before.value.body.trimStart())).toBe(true)
    expect(typed.slice(0, -before.value.body.trimStart().length).trim()).toBe(
      [
        ...['Plain **bold** \\*stars\\* and [apply](/apply)', '## A heading', '- one\n- two', '## From Docs'],
        '**Bold**, *italic* and [a link](https://other.example/page).',
        ...['| A cell | Another |\n| --- | --- |\n| **Bold** |  |', '1. First\n2. Second'],
        ...['### From Word', '**Strong** no link', '- Dot\n- Dash'],
      ].join('\n\n'),
    )
    const document = await documentAt(path)
    expect(document.faults).toEqual([])
    await page.getByRole('button', { name: 'As it reads' }).click()
    await text.getByRole('heading', { name: 'From Word', level: 3 }).waitFor()
    await page.getByRole('button', { name: 'Link for a colleague' }).click()
    const shared = page.getByLabel('Whoever has this link reads the draft')
    await page.getByText('The link ends').waitFor()
    expect(await (await fetch(await shared.inputValue())).text()).toContain('From Word')
    expect(await axeFaults(page)).toEqual([])
    const url = await shared.inputValue()
    await page.getByRole('button', { name: 'End the link now' }).click()
    await page.getByText('The link ends').waitFor({ state: 'detached' })
    expect((await fetch(url)).status).toBe(404)
    await discard(path)
  })
})
