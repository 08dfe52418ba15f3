import { expect, test } from 'vitest'
import {
  axeFaults,
  contact,
  hasFocus,
  input,
  nextPaint,
  openForm,
  startSite,
  submitButton,
  successOf,
} from '../../../tests/browser/drive.ts'

const { visit, visitFilled, stored } = startSite()

test('below a mistyped address stands the likely one, and a press takes it', async () => {
  const { page, consoleMessages } = await visit({ viewport: { width: 360, height: 740 } })
  await openForm(page, contact)
  const address = input(page, 'email')
  const hint = page.getByRole('status').getByRole('button', { name: 'Did you mean asha@gmail.com?' })
  await address.fill('asha@gmial.com')
  await input(page, 'name').focus()
  await hint.waitFor()
  expect(await axeFaults(page)).toEqual([])

  await address.press('End')
  await hint.waitFor({ state: 'detached' })
  await page.keyboard.press('Tab')
  await hint.focus()
  await page.keyboard.press('Enter')
  await hint.waitFor({ state: 'detached' })
  expect([await address.inputValue(), await hasFocus(address)]).toEqual(['asha@gmail.com', true])

  // It is saved as if it was typed.
  await openForm(page, contact)
  await expect.poll(() => address.inputValue()).toBe('asha@gmail.com')
  expect(consoleMessages).toEqual([])
})

test('a hint does not move the button away during a press on it', async () => {
  const { page } = await visitFilled(contact, { viewport: { width: 1024, height: 1600 } })
  const email = `asha${Date.now()}@gmial.com`
  // It is loaded with the hints.
  await page.getByRole('button', { name: 'Continue on another device' }).waitFor()
  await input(page, 'email').fill(email)
  await submitButton(page).scrollIntoViewIfNeeded()
  const box = await submitButton(page).boundingBox()
  if (box === null) throw new Error('the button is not on the screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await expect.poll(() => hasFocus(submitButton(page))).toBe(true)
  await nextPaint(page)
  await page.mouse.up()
  await successOf(page, contact).waitFor()
  expect(await stored(email)).toHaveLength(1)
})
