import { expect, test } from 'vitest'
import { startDesk } from '../../../tests/browser/desk-harness.ts'
import { axeFaults } from '../../../tests/browser/drive.ts'

const harness = startDesk({ DECISION_HOLD_S: '0' })

const founders = [
  ['Asha Rao', 'Loom', 'asha@loom.example', '+91 98400 11111'],
  ['Kavin Das', 'Tamarind', 'kavin@tamarind.example', '+91 98400 22222'],
] as const

test('the desk offers a place with an approval; it is taken on a phone, without script', async () => {
  for (const [founderName, companyName, email, phone] of founders)
    await harness.server.apply('Accelerator', { founderName, companyName, email, phone, cohortPreference: 'cohort-7' })
  const desk = await harness.open('/app/dashboard')
  await desk.getByRole('button', { name: 'View Details' }).last().click()
  await desk
    .getByRole('button', { name: /^Preview/ })
    .last()
    .click()
  const dialog = desk.getByRole('dialog', { name: 'The letters to Asha Rao, Loom' })
  await dialog.getByLabel('Offer a place with it').check()
  expect(await dialog.getByLabel('A place in').inputValue()).toBe('Cohort 7')
  await dialog.getByLabel('Who takes part').fill('Asha Rao and Meera Iyer')
  expect(await axeFaults(desk, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Approve with this letter' }).click()
  await desk.getByText('A place in Cohort 7 is offered until the end of').first().waitFor()

  const letter = await harness.server.mail(({ subject }) => subject?.startsWith('Your place in Cohort 7') === true)
  const link = /https?:\S*\/my\/(?!stop)\S+/.exec(letter.text ?? '')?.[0] ?? ''
  const viewport = { width: 360, height: 740 }
  const scripted = await harness.visitor({ viewport, timezoneId: 'Europe/Berlin' })
  await scripted.goto(link)
  await scripted.getByText(/A place in Cohort 7 is yours to take until .* at your place \(/).waitFor()
  await scripted.getByRole('link', { name: 'Read the offer' }).click()
  await scripted.getByRole('heading', { name: 'A place in Cohort 7', level: 1 }).waitFor()
  expect(await axeFaults(scripted)).toEqual([])
  expect(await scripted.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  const phone = await harness.visitor({ viewport, javaScriptEnabled: false })
  await phone.goto(link)
  await phone.getByRole('link', { name: 'Read the offer' }).click()
  await phone.getByText('Asha Rao and Meera Iyer').waitFor()
  await phone.getByLabel('Your name').fill('Asha Rao')
  await phone.getByRole('button', { name: 'Take the place' }).click()
  await phone.getByRole('heading', { name: 'Your place in Cohort 7', level: 1 }).waitFor()
  const hash = (await phone.getByText('SHA-256 of this sheet').textContent())?.replace(/.*sheet\s*/, '') ?? ''
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  // The sheet is alone on paper.
  await phone.emulateMedia({ media: 'print' })
  expect([await phone.locator('h1').isVisible(), await phone.locator('p.typed').isVisible()]).toEqual([false, true])
  // The other window is told who took it.
  await scripted.getByLabel('Your name').fill('Meera Iyer')
  await scripted.getByRole('button', { name: 'Take the place' }).click()
  await scripted.getByRole('alert').getByText('Asha Rao took the place on').waitFor()

  await desk.reload()
  await desk.getByText('Asha Rao took the place in Cohort 7').first().waitFor()
  expect(await desk.getByText(hash).count()).toBeGreaterThan(0)
})

test('the desk offers a place afterwards, extends it, and counts it at the cohort', async () => {
  const desk = await harness.page(true, { width: 360, height: 740 })
  const [application] = await harness.server.listed('q=tamarind')
  await harness.server.call(`/api/applications/${application?.id}`, 'PATCH', { status: 'approved', letter: 'none' })
  await desk.goto(`/app/dashboard?details=${application?.id}`)
  await desk.getByRole('button', { name: 'Offer a place' }).click()
  await desk.getByRole('button', { name: 'Offer the place' }).click()
  await desk.getByText('A place in Cohort 7 is offered until the end of').waitFor()
  await desk.getByRole('button', { name: 'Extend' }).click()
  await desk.getByRole('button', { name: 'Extend the offer' }).click()
  await desk.getByRole('button', { name: 'Extend the offer' }).waitFor({ state: 'detached' })
  expect(await axeFaults(desk, '[data-offer]')).toEqual([])
  await desk.goto('/app/cohorts/7')
  await desk.getByRole('link', { name: '1 taken' }).click()
  await desk.getByText('Loom').first().waitFor()
  expect(new URL(desk.url()).searchParams.get('q')).toContain('is:taken')
})
