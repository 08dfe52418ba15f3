import { describe, expect, test } from 'vitest'
import { isFileField } from '../../src/forms/fields/file.ts'
import { inOrder, isRequired } from '../../src/forms/form.ts'
import { alertOf, answersTo, fill, forms, input, openForm, put, someone, startSite, submitButton, successOf } from './drive.ts'

const { visit, stored } = startSite()

describe.each(forms.map((form) => [form.type, form] as const))('%s', (_, form) => {
  test('a full submission reaches the store with every value equal', async () => {
    const { page, consoleMessages } = await visit()
    const email = someone()
    const answers = answersTo(form, email)
    const long = inOrder(form).find(([, field]) => field.kind === 'textarea')?.[0] ?? ''
    // few lines: the driver's typing takes 12 ms a line break, which no paste does
    answers[long] = `${[...`${'நீளம் 🌾 '.repeat(25)}\n`.repeat(60)].slice(0, 9_999).join('')}.`
    await openForm(page, form)
    await fill(page, form, answers)
    await submitButton(page).click()
    await successOf(page, form).waitFor()
    const [application, ...others] = await stored(email)
    expect(others).toEqual([])
    expect(application).toMatchObject({ form_type: form.type, applicant_email: email, status: 'pending' })
    for (const [name, field] of inOrder(form))
      if (isFileField(field)) expect(application?.form_data[name]).toMatchObject({ name: 'my resume.pdf' })
      else expect(application?.form_data[name], name).toEqual(answers[name])
    expect(consoleMessages).toEqual([])
    await page.context().close()
  })

  test('each required answer that is missing is told at its field, and nothing is sent', async () => {
    const { page } = await visit()
    let posts = 0
    await page.route('**/api/submit-application', (route) => {
      posts += 1
      return route.abort()
    })
    await openForm(page, form)
    const answers = answersTo(form, someone())
    await fill(page, form, answers)
    const needed = inOrder(form).filter(([, field]) => isRequired(field, answers) && field.kind !== 'radio')
    expect(needed.length).toBeGreaterThan(0)
    for (const [name, field] of needed) {
      await put(page, name, field, '')
      await submitButton(page).click()
      const fault = page.locator(`#fault-${name}`)
      await fault.waitFor()
      const native = await input(page, name).evaluate((one: HTMLInputElement) => one.validationMessage)
      expect(await fault.textContent()).toBe(form.messages === 'ours' ? `${field.label} is required` : native)
      expect(native).not.toBe('')
      expect(await input(page, name).evaluate((one) => document.activeElement === one)).toBe(true)
      expect(await input(page, name).getAttribute('aria-invalid')).toBe('true')
      expect(await page.locator('p[id^="fault-"]').count()).toBe(1)
      expect(await alertOf(page).getByRole('link').getAttribute('href')).toBe(`#field-${name}`)
      await put(page, name, field, answers[name])
      await fault.waitFor({ state: 'detached' })
    }
    expect(posts).toBe(0)
    await page.context().close()
  })

  test('by keyboard alone', async () => {
    const { page } = await visit()
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
    expect(await submitButton(page).evaluate((one) => document.activeElement === one)).toBe(true)
    await page.keyboard.press('Enter')
    await successOf(page, form).waitFor()
    expect(await successOf(page, form).evaluate((one) => document.activeElement === one)).toBe(true)
    const [application] = await stored(email)
    for (const [name, field] of inOrder(form))
      if (!isFileField(field)) expect(application?.form_data[name], name).toEqual(answers[name])
    await page.context().close()
  })

  test('while it is sent, the button is disabled, turns, and says so', async () => {
    const { page } = await visit()
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/submit-application', async (route) => {
      await answered.promise
      await route.fulfill({ status: 201, json: { success: true, applicationId: 'none-01234567' } })
    })
    await openForm(page, form)
    await fill(page, form, answersTo(form, someone()))
    await submitButton(page).click()
    await page.getByRole('button', { name: form.texts.submitting }).waitFor()
    expect(await submitButton(page).isDisabled()).toBe(true)
    expect(
      await submitButton(page)
        .locator('[aria-hidden]')
        .evaluate((one) => getComputedStyle(one).animationName),
    ).not.toBe('none')
    answered.resolve()
    await successOf(page, form).waitFor()
    await page.context().close()
  })

  test('success says by when, and leads back to the form', async () => {
    const { page } = await visit()
    const answers = answersTo(form, someone())
    await openForm(page, form)
    await fill(page, form, answers)
    await submitButton(page).click()
    await successOf(page, form).waitFor()
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
    await page.context().close()
  })
})
