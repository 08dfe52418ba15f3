import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { isFileField } from '../../src/forms/fields/file.ts'
import { type Form, inOrder, isRequired } from '../../src/forms/form.ts'
import { rows } from '../support/rows.ts'
import {
  answersTo,
  fill,
  formRows,
  hasFocus,
  input,
  intake,
  openForm,
  put,
  someone,
  startSite,
  submitButton,
  successOf,
} from './drive.ts'

const { visit, stored, expectStored } = startSite()

/** The message at a field, and the number of faults in the form. */
const observe = (page: Page, name: string) =>
  page.evaluate((field) => {
    const control = document.querySelector<HTMLInputElement>(`[data-field="${field}"] [name="${field}"]`)
    const fault = document.getElementById(`fault-${field}`)?.textContent
    return {
      fault,
      faultIsNative: control?.validationMessage === fault,
      hasFocus: document.activeElement === control,
      invalid: control?.getAttribute('aria-invalid'),
      faults: document.querySelectorAll('p[id^="fault-"]').length,
      links: [...document.querySelectorAll('[role=alert] a')].map((link) => link.getAttribute('href')),
    }
  }, name)

/** Expects that each missing required answer of a filled form is reported at its field, and that nothing is sent. */
async function expectMissingAnswersReported(page: Page, form: Form, answers: ReturnType<typeof answersTo>): Promise<void> {
  let posts = 0
  await page.route(intake, (route) => {
    posts += 1
    return route.abort()
  })
  const needed = inOrder(form).filter(([, field]) => isRequired(field, answers) && field.kind !== 'radio')
  expect(needed.length).toBeGreaterThan(0)
  // One of each kind: the other questions of a kind are drawn and checked by the same code.
  const ofEachKind = [...new Map(needed.toReversed().map((question) => [question[1].kind, question])).values()]
  for (const [name, field] of rows(needed, ofEachKind)) {
    await put(page, name, field, '')
    await submitButton(page).click()
    await expect
      .poll(() => observe(page, name))
      .toEqual({
        fault: form.messages === 'ours' ? `${field.label} is required` : expect.stringMatching(/./),
        faultIsNative: form.messages !== 'ours',
        hasFocus: true,
        invalid: 'true',
        faults: 1,
        links: [`#field-${name}`],
      })
    await put(page, name, field, answers[name])
    await page.locator(`#fault-${name}`).waitFor({ state: 'detached' })
  }
  expect(posts).toBe(0)
  await page.unroute(intake)
}

// Together: both kinds of messages and of failures, a file, the longest form, and the one that keeps its answers.
describe.each(formRows('Accelerator', 'WorkForStartups', 'Investor'))('%s', (_, form) => {
  test('missing answers are reported; a submission is busy, refused, stored, confirmed', async () => {
    const { page, consoleMessages } = await visit()
    const { email: emailField } = form.applicant
    const email = someone()
    const answers = answersTo(form, email)
    await openForm(page, form)
    await fill(page, form, answers)
    await expectMissingAnswersReported(page, form, answers)

    const [long = '', longField] = inOrder(form).find(([, field]) => field.kind === 'textarea') ?? []
    // Few line breaks, because Playwright needs 12 ms to type each.
    // Tamil in one form only, because its layout takes three times as long.
    const word = form.type === 'Accelerator' ? 'நீளம் 🌾 ' : 'length – '
    answers[long] = `${[...`${word.repeat(25)}\n`.repeat(60)].slice(0, 9_999).join('')}.`
    if (longField !== undefined) await put(page, long, longField, answers[long])

    const answered = Promise.withResolvers<void>()
    const json = { success: false, error: 'Please check.', code: 'FORM_VALIDATION_FAILED', details: { [emailField]: 'Not this' } }
    await page.route(intake, async (route) => {
      await answered.promise
      await route.fulfill({ status: 400, json })
    })
    await submitButton(page).click()
    await page.getByRole('button', { name: form.texts.submitting }).waitFor()
    expect(await submitButton(page).isDisabled()).toBe(true)
    // Its text is still legible.
    expect(await submitButton(page).evaluate((button) => getComputedStyle(button).opacity)).toBe('1')
    const spinner = submitButton(page).locator('[aria-hidden]')
    expect(await spinner.evaluate((element) => getComputedStyle(element).animationName)).not.toBe('none')
    answered.resolve()
    await page.locator(`#fault-${emailField}`).waitFor()
    expect(await page.locator(`#fault-${emailField}`).textContent()).toBe('Not this')
    expect(await hasFocus(input(page, emailField))).toBe(true)
    // The browser logs the status, and the page logs the form and the code, but no answers.
    expect(consoleMessages.splice(0).toSorted()).toEqual([
      expect.stringContaining('400 (Bad Request)'),
      expect.stringContaining(`Failed to submit form {form: ${form.type}, code: FORM_VALIDATION_FAILED, status: 400}`),
    ])

    await page.unroute(intake)
    await submitButton(page).click()
    await successOf(page, form).waitFor()
    const application = await expectStored(email, form, answers)
    expect(application).toMatchObject({ form_type: form.type, applicant_email: email, status: 'pending' })

    await page.getByText(`You will hear from us ${form.texts.promise}.`).waitFor()
    for (const step of form.texts.next) await page.getByText(step, { exact: true }).waitFor()
    expect(await page.getByText('Your reference').textContent()).toMatch(/Your reference [0-9A-F]{8}$/)
    await page.getByRole('button', { name: form.texts.again }).click()
    await submitButton(page).waitFor()
    for (const [name, field] of inOrder(form)) {
      if (['radio', 'multiselect', 'file'].includes(field.kind)) continue
      expect(await input(page, name).inputValue(), name).toBe(form.keepsAnswers ? answers[name] : '')
    }
    expect(await page.locator('form :checked:not(option)').count()).toBe(0)
    expect(consoleMessages).toEqual([])
  })
})

// Together: each kind of question, and questions that depend on another.
describe.each(formRows('WorkForStartups', 'EarlyCustomer'))('%s', (_, form) => {
  test('is filled in and sent by keyboard alone', async () => {
    const { page } = await visit()
    // From now on, because the key below may otherwise arrive before the browser is told to wait for a chooser.
    page.on('filechooser', () => {})
    const email = someone()
    const answers = answersTo(form, email)
    await openForm(page, form)
    const first = inOrder(form)[0]?.[0] ?? ''
    await input(page, first).first().focus()
    for (const [name, field] of inOrder(form)) {
      expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe(name)
      const answer = answers[name]
      if (field.kind === 'select') {
        // the first option is the empty one
        for (const option of field.options ?? []) {
          await page.keyboard.press('ArrowDown')
          if (option.value === answer) break
        }
      } else if (field.kind === 'radio') {
        await page.keyboard.press('Space')
        for (const option of field.options ?? []) {
          if (option.value === answer) break
          await page.keyboard.press('ArrowRight')
        }
      } else if (field.kind === 'multiselect') {
        for (const option of field.options ?? []) {
          if ((answer as readonly string[]).includes(option.value)) await page.keyboard.press('Space')
          if (option !== field.options?.at(-1)) await page.keyboard.press('Tab')
        }
      } else if (field.kind === 'file') {
        const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')])
        await chooser.setFiles(answer as never)
        await page.getByRole('button', { name: 'Remove' }).waitFor()
        await page.keyboard.press('Tab')
      } else await page.keyboard.insertText(String(answer))
      await page.keyboard.press('Tab')
    }
    expect(await hasFocus(submitButton(page))).toBe(true)
    await page.keyboard.press('Enter')
    await successOf(page, form).waitFor()
    expect(await hasFocus(successOf(page, form))).toBe(true)
    const [application] = await stored(email)
    for (const [name, field] of inOrder(form))
      if (!isFileField(field)) expect(application?.form_data[name], name).toEqual(answers[name])
  })
})
