import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDesk } from '../../../tests/browser/desk-harness.ts'
import {
  accelerator,
  answersTo,
  awake,
  axeFaults,
  contact,
  early,
  fill,
  input,
  internship,
  someone,
  submitButton,
  successOf,
} from '../../../tests/browser/drive.ts'
import { until } from '../../../tests/support/server.ts'
import { paths } from '../../api/paths.ts'
import { openStorage } from '../../server/storage/open.ts'
import { newId } from '../../shared/ids.ts'
import { siteRoutes } from './api.ts'

const harness = startDesk()

const phone = { width: 360, height: 740 }
const file = 'content/forms/work-for-startups.yaml'

const publish = async (page: Page, change = ''): Promise<void> => {
  await page.getByRole('link', { name: 'Publish', exact: true }).click()
  await page.locator('ins', { hasText: change }).first().waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByRole('heading', { name: 'History' }).waitFor()
}

const served = (path: string, isThere: (html: string) => boolean): Promise<true> =>
  until(`${path} to follow`, async () => isThere(await (await fetch(harness.server.url + path)).text()) || undefined)

const listed = (query: string) => harness.server.listed(`q=${encodeURIComponent(query)}`)

const openForm = async (page: Page): Promise<void> => {
  await page.goto(internship.path)
  await awake(page)
}

/** Answers without the year and what is asked since. */
const complete = (email: string): Record<string, unknown> => ({ ...answersTo(internship, email), graduationYear: '2024' })

test('a form is edited at the desk; drafts and pages that are open stay', async () => {
  const [draft, open] = [await harness.page(false, phone), await harness.page(false, phone)]
  const [drafted, opened] = [someone(), someone()]
  for (const page of [draft, open]) await openForm(page)
  await fill(draft, internship, complete(drafted))
  await draft.getByText('Saved on this device just now').waitFor()
  await fill(open, internship, complete(opened))

  const desk = await harness.page(true)
  const field = (...path: readonly (string | number)[]) => desk.locator(`[data-field='${JSON.stringify(['sections', ...path])}']`)
  await desk.goto('/app/site')
  await desk.getByRole('link', { name: 'Internship application' }).click()
  const year = [1, 'questions', 2] as const
  await field(...year, 'label').fill('')
  await field(...year, 'label').blur()
  await desk.getByText('Question is empty').waitFor()
  await field(...year, 'label').fill('Year of your degree')
  await desk.locator('summary', { hasText: '1. 2024' }).click()
  await field(...year, 'options', 0, 'retired').check()
  await desk.getByRole('button', { name: 'Add to choices' }).nth(0).click()
  await field(...year, 'options', 5, 'label').fill('2029')
  expect(await desk.getByRole('button', { name: 'Remove 3. Year of your degree' }).isDisabled()).toBe(true)
  await desk.getByRole('button', { name: 'Move up 3. Year of your degree' }).click()
  await desk.getByRole('button', { name: 'Add to questions' }).nth(2).click()
  const added = [2, 'questions', 3] as const
  const name = await field(...added, 'name').inputValue()
  expect(name).toMatch(/^own\d{6}$/)
  await field(...added, 'label').fill('What you eat')
  await field(...added, 'kind').selectOption('radio')
  const addOption = desk
    .locator('li', { has: field(...added, 'label') })
    .last()
    .getByRole('button', { name: 'Add to choices' })
  await addOption.focus()
  await addOption.blur()
  await desk.getByText('Choices must have a choice that is not retired').waitFor()
  for (const [at, label] of ['Plants only', 'Anything'].entries()) {
    await addOption.click()
    await field(...added, 'options', at, 'label').fill(label)
  }
  await field(...added, 'required').check()
  await desk.getByText('Saved as a draft.').waitFor()
  await desk.frameLocator('iframe').getByText('What you eat').waitFor()
  expect(await axeFaults(desk)).toEqual([])
  await publish(desk, 'Year of your degree')
  await served(internship.path, (html) => html.includes('What you eat'))
  await served(
    `${internship.path}/questions`,
    (html) => html.includes('One of: Plants only · Anything') && !html.includes('2024 ·'),
  )

  // A page that was opened before: it does not know the new question.
  await submitButton(open).click()
  await open.getByText('has a new question').waitFor()
  await open.getByText('What you eat is required').waitFor()
  const refusal = [expect.stringContaining('400'), expect.stringContaining('FORM_VALIDATION_FAILED')]
  expect(harness.consoleMessages()).toEqual(refusal)
  await open.reload()
  await awake(open)
  await expect.poll(() => input(open, 'motivation').inputValue()).toBe(complete(opened).motivation)

  // A draft from before has everything, and the retired year is named at its field.
  await draft.reload()
  await awake(draft)
  await draft.getByText(/^Saved on this device/).waitFor()
  for (const text of ['motivation', 'skills', 'graduationYear'])
    expect(await input(draft, text).inputValue(), text).toBe(complete(drafted)[text])
  expect(await draft.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await draft.locator(`[name="${name}"][value="Plants only"]`).check()
  await submitButton(draft).click()
  await draft.locator('[data-field="graduationYear"]').getByText('“2024” is no longer offered. Choose another answer.').waitFor()
  await input(draft, 'graduationYear').selectOption('2029')
  expect(await axeFaults(draft, '[data-form-place]')).toEqual([])
  await submitButton(draft).click()
  await successOf(draft, internship).waitFor()
  expect((await listed('plants only'))[0]?.form_data).toMatchObject({
    email: drafted,
    graduationYear: '2029',
    [name]: 'Plants only',
  })
})

test('an edited form works without script; answers keep their questions after it', async () => {
  const { document } = (await harness.server.call(`${siteRoutes.siteDocument.path}?path=${encodeURIComponent(file)}`)).body
  const questions = document.value.sections.flatMap((section: any) => section.questions)
  const { name } = questions.find(({ label }: any) => label === 'What you eat')
  const [desk, scriptless] = [await harness.page(true), someone()]
  const plain = await harness.page(false, phone)
  await plain.route('**/*.js', (route) => route.abort())
  await plain.goto(internship.path)
  await fill(plain, internship, { ...complete(scriptless), graduationYear: '2029' })
  await plain.locator(`[name="${name}"][value="Anything"]`).check()
  await submitButton(plain).click()
  await plain.waitForURL('**/submitted?ref=*')
  harness.provoke(/ERR_FAILED|the script did not start/)
  expect((await listed(scriptless))[0]?.form_data).toMatchObject({ [name]: 'Anything' })
  const csv = await harness.server.fetch(`${paths.export}?format=csv&form_type=WorkForStartups`)
  expect(await csv.text()).toMatch(/Year of your degree.*What you eat/)

  await desk.goto('/app/dashboard')
  await desk.getByText('ஆஷா').first().click()
  await desk.locator('[data-answers] dt', { hasText: 'What you eat' }).waitFor()

  await desk.goto(`/app/person#${encodeURIComponent(scriptless)}`)
  await desk.locator('dt', { hasText: 'What you eat' }).first().waitFor({ state: 'attached' })

  // The built version is published again; what was sent keeps its questions.
  await desk.goto(`/app/site#${file}`)
  await desk.getByRole('button', { name: 'Back to the text it was delivered with' }).click()
  await desk.getByText('The delivered text is the draft').waitFor()
  await publish(desk)
  await served(internship.path, (html) => !html.includes('What you eat'))
  await desk.goto('/app/dashboard')
  await desk.getByText('ஆஷா').first().click()
  await desk.locator('[data-answers] dt', { hasText: 'What you eat' }).waitFor()
})

/** Publishes texts of the forms, without the editor. */
async function publishTexts(files: Readonly<Record<string, string | null>>): Promise<void> {
  const { dataDir, databaseUrl } = harness.server
  const storage = await openStorage({ dataDir, databaseUrl, sharesFolder: true })
  const texts = Object.fromEntries(Object.entries(files).map(([name, text]) => [`content/forms/${name}.yaml`, text]))
  const over = await storage.edits.revision()
  await storage.edits.publish(
    { id: newId(new Date()), by: 'admin', note: '', dueAt: null, files: texts, drafts: {}, over },
    new Date(),
  )
  await storage.close()
}

test('a question is asked only with an answer, from the first paint', async () => {
  const answer = 'Plants "only" </style>'
  const questions = [
    { name: 'ownDiet', kind: 'radio', label: 'Diet', required: false, options: [{ label: answer }, { label: 'Anything' }] },
    { name: 'ownPlants', kind: 'text', label: 'Which plants', required: true, shown: { field: 'ownDiet', is: answer } },
  ]
  await publishTexts({ 'work-for-startups': JSON.stringify({ sections: [{}, {}, {}, { questions }] }) })
  await served(internship.path, (html) => html.includes('(Which plants)'))
  const choice = (page: Page) => page.getByRole('radio', { name: answer })
  const plants = (page: Page) => page.locator('[name="ownPlants"]')
  // Before its script starts, and if it never does.
  const early = await harness.page(false, phone)
  await early.route('**/*.js', (route) => route.abort())
  await early.goto(internship.path)
  expect([await plants(early).isVisible(), await early.getByText('(Which plants)').isVisible()]).toEqual([false, false])
  await choice(early).check()
  expect(await plants(early).isVisible()).toBe(true)
  harness.provoke(/ERR_FAILED|the script did not start/)

  const page = await harness.page(false, phone)
  await openForm(page)
  const email = someone()
  await fill(page, internship, complete(email))
  expect(await plants(page).isVisible()).toBe(false)
  await choice(page).check()
  await submitButton(page).click()
  await page.locator('#fault-ownPlants').waitFor()
  await plants(page).fill('Millet')
  await submitButton(page).click()
  await successOf(page, internship).waitFor()
  expect((await listed('millet'))[0]?.form_data).toMatchObject({ email, ownDiet: answer, ownPlants: 'Millet' })

  // At the desk it is chosen among the questions before it.
  const desk = await harness.open(`/app/site#${file}`)
  const at = (name: string) => desk.locator(`[data-field='${JSON.stringify(['sections', 3, 'questions', 1, 'shown', name])}']`)
  await desk.locator('summary', { hasText: 'Which plants' }).click()
  expect(await at('field').locator('option').allTextContents()).toEqual([
    'Always',
    'Graduation year',
    'Position',
    'Availability',
    'Diet',
  ])
  expect(await at('is').locator('option').allTextContents()).toEqual([answer, 'Anything'])
  await at('is').selectOption('Anything')
  await desk.getByText('Saved as a draft.').waitFor()
  expect(await axeFaults(desk)).toEqual([])
  await publish(desk, 'Anything')
  await served(internship.path, (html) => html.includes('ownDiet Anything'))
  await publishTexts({ 'work-for-startups': null })
})

test('a draft keeps the answer to a question that is not asked for a while', async () => {
  const question = 'sections: [{ questions: [{ name: ownDiet, kind: text, label: Diet, required: false }] }]\n'
  const page = await harness.page(false, phone)
  const again = async (text: string): Promise<void> => {
    await page.goto(contact.path)
    await awake(page)
    await page.getByText(/^Saved on this device/).waitFor()
    await input(page, 'message').fill(text)
    await page.getByText('Saved on this device just now').waitFor()
  }
  await publishTexts({ contact: question })
  await served(contact.path, (html) => html.includes('ownDiet'))
  await page.goto(contact.path)
  await awake(page)
  await input(page, 'ownDiet').fill('Only plants')
  await input(page, 'message').fill('Typed first')
  await page.getByText('Saved on this device just now').waitFor()
  await publishTexts({ contact: null })
  await served(contact.path, (html) => !html.includes('ownDiet'))
  await again('Typed meanwhile')
  await publishTexts({ contact: question })
  await served(contact.path, (html) => html.includes('ownDiet'))
  await again('Typed later')
  expect(await input(page, 'ownDiet').inputValue()).toBe('Only plants')
})

test('a retired choice is seen only by those who chose it', async () => {
  const retired = '{ label: IoT & Hardware, retired: true }'
  const offered = ['FinTech Solutions', 'HealthTech Innovations', 'EdTech Platforms', 'Enterprise SaaS', 'E-commerce & Retail']
  const more = ['AI & Machine Learning', 'Cybersecurity', 'Green Technology', 'Other']
  const options = [retired, ...[...offered, ...more].map((label) => `{ label: ${label} }`)].join(', ')
  const [mine, fresh] = [await harness.page(false, phone), await harness.page(false, phone)]
  const chosen = (page: Page) => page.locator('[name="interests"][value="IoT & Hardware"]')
  await mine.goto(early.path)
  await awake(mine)
  await fill(mine, early, { ...answersTo(early, someone()), interests: ['IoT & Hardware', 'Other'] })
  await mine.getByText('Saved on this device just now').waitFor()
  await publishTexts({ 'early-customer': `sections: [{}, {}, { questions: [{ name: interests, options: [${options}] }] }]\n` })
  await served(early.path, (html) => html.includes('data-retired="true"'))
  await fresh.goto(early.path)
  await awake(fresh)
  expect([await chosen(fresh).isVisible(), await chosen(fresh).count(), await chosen(fresh).isDisabled()]).toEqual([
    false,
    1,
    true,
  ])
  await mine.reload()
  await awake(mine)
  await mine.getByText(/^Saved on this device/).waitFor()
  expect([await chosen(mine).isVisible(), await chosen(mine).isChecked(), await chosen(mine).isDisabled()]).toEqual([
    true,
    true,
    false,
  ])
  await submitButton(mine).click()
  const group = mine.locator('[data-field="interests"]')
  await group.getByText('“IoT & Hardware” is no longer offered. Choose another answer.').waitFor()
  await chosen(mine).uncheck()
  expect(await chosen(mine).isVisible()).toBe(false)
  await submitButton(mine).click()
  await successOf(mine, early).waitFor()
})

test('the edited form of the accelerator has its cohorts, and is sent', async () => {
  await publishTexts({
    accelerator:
      'success: We have it!\nsections: [{}, { questions: [{ name: ownWhere, kind: radio, label: Where, required: true, options: [{ label: North }, { label: South }] }] }]\n',
  })
  await served(accelerator.path, (html) => html.includes('ownWhere'))
  const page = await harness.page(false, phone)
  const email = someone()
  await page.goto(accelerator.path)
  await awake(page)
  await fill(page, accelerator, { ...answersTo(accelerator, email), cohortPreference: 'next' })
  await submitButton(page).click()
  await page.locator('[data-field="ownWhere"] input[aria-invalid], [data-field="ownWhere"][aria-invalid]').waitFor()
  await page.locator('[name="ownWhere"][value="South"]').check()
  await submitButton(page).click()
  await page.getByRole('heading', { name: 'We have it!' }).waitFor()
  const applications = await listed(email)
  expect(applications[0]?.form_data).toMatchObject({ ownWhere: 'South', cohortPreference: 'next' })
})
