import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inOrder } from '../../src/forms/form.ts'
import {
  answersTo,
  awake,
  contact,
  fill,
  formOf,
  goOffline,
  input,
  investor,
  openForm,
  someone,
  startSite,
  submitButton,
} from './drive.ts'

const { visit } = startSite()

test('without script a button of the form changes its language, with every answer', async () => {
  const { page } = await visit({ javaScriptEnabled: false })
  const form = formOf('Investor')
  const answers = answersTo(form, someone())
  await page.goto(form.path)
  await fill(page, form, answers)
  expect(await page.getByRole('link', { name: 'தமிழ்' }).isVisible()).toBe(false)
  for (const [name, language] of [
    ['தமிழ்', 'ta'],
    ['English', 'en'],
  ] as const) {
    await page.getByRole('button', { name }).press('Enter')
    await page.locator(`html[lang^=${language}]`).waitFor()
    for (const [field, { kind, options = [] }] of inOrder(form)) {
      if (kind !== 'multiselect' && kind !== 'radio') expect(await input(page, field).inputValue(), field).toBe(answers[field])
      else
        for (const { value } of options)
          expect(await page.locator(`[name="${field}"][value="${value}"]`).isChecked(), value).toBe(
            [answers[field]].flat().includes(value),
          )
    }
  }
})

test('with a script a link changes the language, with every answer', async () => {
  const { page } = await visit()
  const answers = answersTo(contact, someone())
  await openForm(page, contact)
  await fill(page, contact, answers)
  // At once: what was typed last is not saved yet.
  await page.locator('#form-title ~ p a[hreflang=ta]').click()
  await page.waitForURL('**/ta/contact*')
  await awake(page)
  for (const [field] of inOrder(contact)) expect(await input(page, field).inputValue(), field).toBe(answers[field])
  expect(await page.getByRole('button', { name: 'English' }).count()).toBe(0)
})

/** The English words that a page shows or names to a screen reader, without what was typed. */
const english = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isEnglish = (text: string | null): boolean =>
      /[A-Za-z]{3,}/.test(
        (text ?? '').replace(
          /Kolam|Asha|Chennai|SaaS|Pre-Seed|Seed|Series|\b[A-Z][A-Za-z]?[A-Z0-9&]+\w*\b|English|[\w.-]+@[\w.-]+|https?:\S+|localhost\S*|\b[0-9A-F]{8}\b|ZIP|PDF/g,
          '',
        ),
      )
    const shown = [...document.querySelectorAll<HTMLElement>('main *')].filter(
      (element) =>
        element.closest('[lang=en], script, style, svg, textarea, noscript, .typed') === null && element.checkVisibility(),
    )
    return shown
      .flatMap((element) => [
        ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? ''),
        ...['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
      ])
      .filter(isEnglish)
  })

test('errors, draft, check of answers, queue and success are in Tamil', async () => {
  const { page } = await visit()
  const tamil = { ...investor, path: `/ta${investor.path}` }
  await openForm(page, tamil)
  await submitButton(page).click()
  await page.getByRole('alert').first().waitFor()
  expect(await english(page)).toEqual([])
  const email = someone()
  const answers = answersTo(investor, email)
  const typed = Object.values(answers).flat().map(String)
  const notTyped = async () =>
    (await english(page)).filter((text) => !typed.some((each) => each.includes(text.trim()) || text.includes(each)))
  await fill(page, tamil, answers)
  await page.getByText('இந்தச் சாதனத்தில் சேமிக்கப்பட்டது', { exact: false }).waitFor()
  expect(await english(page)).toEqual([])
  await page.getByRole('button', { name: 'உங்கள் பதில்களைச் சரிபார்க்க' }).click()
  await page.getByRole('heading', { name: 'உங்கள் பதில்கள்' }).waitFor()
  expect(await notTyped()).toEqual([])
  await page.getByRole('button', { name: 'மூடு' }).click()
  await goOffline(page)
  await submitButton(page).click()
  await page.getByText('இன்னும் எங்களிடம் வரவில்லை.').waitFor()
  expect(await notTyped()).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole('link', { name: '/my/' }).waitFor()
  expect((await notTyped()).filter((text) => !text.includes('/my/'))).toEqual([])
})
