import { describe, expect, test } from 'vitest'
import { inOrder, nounOf } from '../../src/forms/form.ts'
import { newId, reference } from '../../src/shared/ids.ts'
import { kolamOf } from '../../src/ui/kolam/application-kolam.ts'
import { kolam } from '../../src/ui/kolam/kolam.ts'
import { submission } from '../support/answers.ts'
import {
  answersTo,
  fill,
  formOf,
  formRows,
  forms,
  goOffline,
  input,
  openForm,
  someone,
  startSite,
  submitButton,
} from './drive.ts'

const { visit, stored, expectStored } = startSite()

// Together they have each kind of question.
describe.each(formRows('WorkForStartups', 'EarlyCustomer'))('%s, scripting off', (_, form) => {
  test('a native post is stored with every value, and ends on the success page', async () => {
    const { page } = await visit({ javaScriptEnabled: false })
    const email = someone()
    const answers = answersTo(form, email)
    await page.goto(form.path)
    await fill(page, form, answers)
    await submitButton(page).click()
    await page.waitForURL(`**${form.path}/submitted*`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(form.texts.success)
    await page.getByText(`You will hear from us ${form.texts.promise}.`).waitFor()
    const again = page.getByRole('link', { name: form.texts.again })
    expect(await again.getAttribute('href')).toBe(`${form.path}#${form.anchor}`)
    const application = await expectStored(email, form, answers)
    expect(await page.getByText('Your reference').textContent()).toBe(`Your reference ${reference(application.id)}`)
    await page.getByRole('img', { name: `QR code of the link to your ${nounOf(form)}` }).waitFor()
    expect(await page.getByRole('link', { name: '/my/' }).textContent()).toContain(`/my/${application.id}.`)
  })
})

describe('too many posts from one address', () => {
  const busy = startSite({ LIMIT_SUBMISSIONS: '1/1m' })

  test('get a page with the time to wait; Back leads to the answers', async () => {
    const form = formOf('Contact')
    const { page } = await busy.visit({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
    // Of posts from our own pages, ten times as many are allowed. Invalid posts have a limit of their own.
    for (let post = 0; post <= 10; post += 1)
      await busy.server().request('/api/submit-application', submission('Contact', answersTo(form, someone())))
    const answers = answersTo(form, someone())
    await page.goto(form.path)
    await fill(page, form, answers)
    const [reply] = await Promise.all([page.waitForResponse('**/api/submit-application'), submitButton(page).click()])
    expect(reply.status()).toBe(429)
    const [, wait] =
      /^Please wait (\d+ seconds?)$/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '') ?? []
    expect(wait).toBe(`${reply.headers()['retry-after']} seconds`)
    expect(await page.getByRole('alert').textContent()).toBe('Too many attempts. Please wait a moment and try again.')
    expect(await page.locator('main svg animate').getAttribute('dur')).toBe(`${reply.headers()['retry-after']}s`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await page.goBack()
    for (const [name] of inOrder(form)) expect(await input(page, name).inputValue(), name).toBe(answers[name])
  })
})

test('an individual can skip the questions for enterprises', async () => {
  const form = formOf('EarlyCustomer')
  const { page } = await visit({ javaScriptEnabled: false })
  const email = someone()
  await page.goto(form.path)
  await page.getByText('only for those who chose “Enterprise” under “Customer type”').waitFor()
  expect(await input(page, 'company').isVisible()).toBe(true)
  await fill(page, form, { customerType: 'individual', firstName: 'Asha', lastName: 'R', email, specificNeeds: 'A ledger' })
  await submitButton(page).click()
  await page.waitForURL('**/submitted*')
  expect(await stored(email)).toHaveLength(1)
})

test('each form has its success page, with the kolam of the application at the desk', async () => {
  const { page } = await visit({ javaScriptEnabled: false })
  for (const form of forms) {
    const id = newId(new Date())
    await page.goto(`${form.path}/submitted?ref=${id}`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(form.texts.success)
    expect(await page.getByText(`You will hear from us ${form.texts.promise}.`).count(), form.type).toBe(1)
    const again = page.getByRole('link', { name: form.texts.again })
    expect(await again.getAttribute('href')).toBe(`${form.path}#${form.anchor}`)
    const { seed, size, shape } = kolamOf(form.type, id)
    expect(await page.locator('main svg path').first().getAttribute('d'), form.type).toBe(kolam(seed, size, shape).path)
  }
})

test('a success page without an application shows no reference', async () => {
  const { page } = await visit({ javaScriptEnabled: false })
  for (const query of ['', '?ref=', '?ref=01234567', '?ref=%3Cb%3Ebold%3C/b%3E', '?ref=$1', '?ref=../../x']) {
    const answer = await page.goto(`/contact/submitted${query}`)
    expect(answer?.status(), query).toBe(200)
    expect(answer?.headers()['cache-control'], query).toBe('no-store')
    expect(answer?.headers()['content-security-policy'], query).toContain("default-src 'none'")
    expect(await page.getByRole('heading', { level: 1 }).textContent(), query).toBe(formOf('Contact').texts.success)
    expect(await page.getByText('Your reference').count(), query).toBe(0)
    expect(await page.content(), query).not.toContain('{reference}')
  }
})

test('the kolam of a queued submission has dots only, after delivery its line', async () => {
  const { page, context } = await visit()
  const form = formOf('Investor')
  const email = someone()
  await openForm(page, form)
  await fill(page, form, answersTo(form, email))
  await goOffline(page)
  await submitButton(page).click()
  const drawing = page.locator('[data-sent] svg path')
  await drawing.last().waitFor()
  expect([await drawing.first().isVisible(), await drawing.last().isVisible()]).toEqual([false, true])
  await context.setOffline(false)
  await page.getByText('your answers have reached us').waitFor()
  const { seed, size, shape } = kolamOf(form.type, (await stored(email))[0]?.id ?? '')
  expect(await drawing.first().getAttribute('d')).toBe(kolam(seed, size, shape).path)
  await drawing.first().waitFor()
})
