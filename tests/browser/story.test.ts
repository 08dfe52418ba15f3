import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Running, startServer } from '../support/server.ts'
import { type Smtp, startSmtp } from '../support/smtp.ts'
import { launchChromium } from './chromium.ts'
import { answersTo, fill, formOf, openForm, submitButton, successOf } from './drive.ts'

let smtp: Smtp
let server: Running
let browser: Browser | undefined

beforeAll(async () => {
  smtp = await startSmtp()
  server = await startServer({ SMTP_URL: smtp.url, DECISION_HOLD_S: '1', ADMIN_EMAIL: 'meenakshi@kolam.example' })
})
afterAll(async () => {
  await browser?.close()
  await server?.remove()
  await smtp?.close()
})

it("delivers a founder's application to the admin, and the reply to the founder", async () => {
  browser = await launchChromium()
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })
  const page = await context.newPage()
  const consoleMessages: string[] = []
  page.on(
    'console',
    (message) =>
      ['error', 'warning'].includes(message.type()) && consoleMessages.push(`${message.text()} ${message.location().url}`),
  )
  page.on('pageerror', (error) => consoleMessages.push(String(error)))

  // the founder comes to the home page, finds the accelerator, and applies
  await page.goto('/')
  await page.getByRole('link', { name: 'Accelerator', exact: true }).first().click()
  await page.waitForURL('**/accelerator')
  const form = formOf('Accelerator')
  await openForm(page, form)
  const answers: Record<string, unknown> = {
    ...answersTo(form, 'asha@tamarind.example'),
    founderName: 'Asha Raman',
    companyName: 'Tamarind Trace',
  }
  await fill(page, form, answers)
  await submitButton(page).click()
  await successOf(page, form).waitFor()
  expect(await page.getByText('within 1 week').count()).toBeGreaterThan(0)

  await smtp.until(1)
  const [confirmation] = smtp.delivered
  expect(confirmation?.to).toEqual(['asha@tamarind.example'])
  expect(confirmation?.mail.text).toContain('Asha Raman')

  // the admin signs in with the mailed passcode
  await page.goto('/app')
  await page.getByLabel(/email/i).fill('meenakshi@kolam.example')
  await page.getByRole('button', { name: /passcode|otp|code/i }).click()
  await smtp.until(2)
  expect(smtp.delivered[1]?.to).toEqual(['meenakshi@kolam.example'])
  const code = /\b(\d{6})\b/.exec(smtp.delivered[1]?.mail.text ?? '')?.[1] ?? ''
  await page.locator('input[autocomplete=one-time-code]').fill(code)
  await page.getByRole('button', { name: /verify/i }).click()
  await page.waitForURL('**/app/dashboard')

  // reads the application, and approves it
  const row = page.getByRole('article', { name: 'Asha Raman' })
  await row.getByRole('button', { name: 'View Details' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(String(answers.problemSolution).split('\n')[0] ?? '').waitFor()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /^Approve / }).click()
  await page.getByText('Application approved successfully').waitFor()

  // the founder gets one letter about it
  await smtp.until(4)
  expect(smtp.delivered[2]?.mail.subject).toBe('A new browser signed in to Kolam')
  const approval = smtp.delivered[3]
  expect([approval?.to, approval?.from]).toEqual([['asha@tamarind.example'], 'hello@kolam.example'])
  expect(approval?.mail.text).toContain('https://kolam.example/book')
  expect(approval?.mail.html).toContain('https://kolam.example/book')
  expect(smtp.delivered).toHaveLength(4)
  expect(consoleMessages).toEqual([])
})
