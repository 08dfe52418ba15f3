import { beforeAll, expect, test } from 'vitest'
import { apply, refused, startDesk, studio } from '../../../tests/browser/desk-harness.ts'
import { axeFaults } from '../../../tests/browser/drive.ts'

const harness = startDesk({ DECISION_HOLD_S: '60' })

beforeAll(async () => {
  for (const [name, company] of [
    ['Asha Raman', 'Asha & Co'],
    ['Asha Raman', 'Tamarind'],
    ['Bala Murugan', 'Bala & Co'],
  ] as const)
    await apply(harness.server, 'StartupStudio', studio(name, company))
})

test('a letter to a list is read as each person gets it, sent, and taken back', async () => {
  const page = await harness.open('/app/dashboard/StartupStudio')
  await page.getByText('3 applications found').waitFor()
  await page.getByRole('button', { name: 'With this list' }).click()
  await page.getByRole('button', { name: 'Letter to a group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Letter to a group' })
  await dialog.getByText('2 people, 3 applications.').waitFor()
  await dialog.getByText('1 left out').click()
  await dialog.getByText('another application of the same person gets it').waitFor()
  await dialog.getByLabel('Subject').fill('News ')
  await dialog.getByRole('button', { name: '{reference}' }).click()
  expect(await dialog.getByRole('button', { name: '{name}' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Message').fill('Dear {name}, ')
  await dialog.getByRole('button', { name: '{company}' }).click()
  const preview = dialog.getByRole('region', { name: 'As they get it' })
  await preview.getByText('Dear Bala Murugan, Bala & Co').waitFor()
  // Closed and opened again, it has its text.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'With this list' }).click()
  await page.getByRole('button', { name: 'Letter to a group' }).click()
  expect(await dialog.getByLabel('Subject').inputValue()).toBe('News {reference}')
  await preview.getByText('Dear Bala Murugan, Bala & Co').waitFor()
  await preview.getByText(/^News [0-9A-Z]{8}$/).waitFor()
  await preview.getByRole('button', { name: 'Next' }).click()
  await preview.getByText('Dear Asha Raman, Tamarind').waitFor()
  expect(await axeFaults(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Send 2' }).click()
  await page.getByText('2 letters wait in the outbox').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  const held = async (): Promise<number> =>
    ((await (await page.request.get('/api/outbox/letters')).json()) as { letters: readonly { letter: string }[] }).letters.filter(
      ({ letter }) => letter === 'written',
    ).length
  await expect.poll(held).toBe(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(held).toBe(0)
  await page.getByRole('button', { name: 'With this list' }).click()
  await page.getByRole('button', { name: 'Letter to a group' }).click()
  expect(await dialog.getByLabel('Message').inputValue()).toBe('Dear {name}, {company}')
  // The letters are written, and the page is left before it knows.
  const written = Promise.withResolvers<void>()
  await page.route(
    '**/api/applications/message',
    async (route) => {
      await route.fetch()
      written.resolve()
    },
    { times: 1 },
  )
  await dialog.getByRole('button', { name: 'Send 2' }).click()
  await written.promise
  await page.goto('/app/outbox')
  await page.getByText('2 letters wait in the outbox').waitFor()
  expect(await held()).toBe(2)
})

test('decided ones are selected too: for a letter, a comparison, not for a decision', async () => {
  const page = await harness.open('/app/dashboard/StartupStudio')
  await page.getByText('3 applications found').waitFor()
  const { applications } = (await (await page.request.get('/api/applications')).json()) as {
    applications: readonly { readonly id: string; readonly company_name: string }[]
  }
  for (const [company, status] of [
    ['Tamarind', 'pitch'],
    ['Bala & Co', 'rejected'],
  ]) {
    const id = applications.find(({ company_name }) => company_name === company)?.id
    await page.request.patch(`/api/applications/${id}`, { data: { status, letter: 'none' } })
  }
  await page.reload()
  const row = (company: string) => page.getByRole('article').filter({ hasText: company })
  for (const company of ['Tamarind', 'Bala & Co']) await row(company).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'Selected applications' })
  await bar.getByText('2 selected').waitFor()
  expect(await bar.getByRole('button', { name: /^(Approve|Reject)/ }).count()).toBe(0)
  await page.keyboard.press('r')
  await page.getByText('None of the selected is pending').waitFor()
  await bar.getByRole('button', { name: 'More for these' }).click()
  await bar.getByRole('button', { name: 'Write' }).click()
  const dialog = page.getByRole('dialog', { name: 'Letter to a group' })
  await dialog.getByText('2 people, 2 applications.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await bar.getByRole('button', { name: 'Select all 3' }).click()
  await bar.getByText('3 selected').waitFor()
  await bar.getByRole('button', { name: 'Approve 1', exact: true }).waitFor()
  await row('Asha & Co').getByRole('checkbox').uncheck()
  await bar.getByRole('button', { name: 'More for these' }).click()
  await bar.getByRole('button', { name: 'Compare' }).click()
  await page.getByRole('region', { name: 'Comparison', exact: true }).getByText('Bala Murugan').first().waitFor()
})

test('a letter to more than thirty waits for their number, and only then says Sending', async () => {
  for (let n = 1; n <= 29; n += 1) await apply(harness.server, 'StartupStudio', studio(`Person ${n}`, `Company ${n}`))
  const page = await harness.open('/app/dashboard/StartupStudio')
  await page.getByText('32 applications found').waitFor()
  await page.getByRole('button', { name: 'With this list' }).click()
  await page.getByRole('button', { name: 'Letter to a group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Letter to a group' })
  await dialog.getByText('31 people, 32 applications.').waitFor()
  await dialog.getByLabel('Subject').fill('News')
  await dialog.getByLabel('Message').fill('We moved.')
  const button = dialog.getByRole('button', { name: /^Send/ })
  expect([await button.textContent(), await button.isDisabled()]).toEqual(['Send 31', true])
  await dialog.getByLabel('Type 31 to confirm').fill('31')
  expect([await button.textContent(), await button.isDisabled()]).toEqual(['Send 31', false])
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/applications/message', async (route) => {
    await answer.promise
    await route.continue()
  })
  await button.click()
  expect(await dialog.getByRole('button', { name: 'Sending…' }).isDisabled()).toBe(true)
  answer.resolve()
  await page.getByText('31 letters wait in the outbox').waitFor()
})

test('each person of a group gets the letter in the language of the application', async () => {
  for (const [name, language] of [
    ['Kavin Raj', ''],
    ['Nila Mani', 'ta'],
    ['Yazhini Mani', 'ta'],
  ] as const)
    await harness.server.apply('FundRaise', { email: `${name.split(' ')[0]}@loom.example`, language })
  const page = await harness.open('/app/dashboard/FundRaise')
  await page.getByText('3 applications found').waitFor()
  await page.getByRole('button', { name: 'With this list' }).click()
  await page.getByRole('button', { name: 'Letter to a group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Letter to a group' })
  await dialog.getByRole('radio', { name: 'English (1)' }).waitFor()
  await dialog.getByLabel('Subject').fill('Your data')
  await dialog.getByLabel('Message').fill('In English')
  const preview = dialog.getByRole('region', { name: 'As they get it' })
  await preview.getByText('1 of 1: Kavin@loom.example').waitFor()
  await dialog.getByRole('radio', { name: 'Tamil (2)' }).check()
  // Nobody is left without a letter: while there is none in Tamil, they read the English one.
  await preview.getByText('In English').waitFor()
  await dialog.getByLabel('Subject').fill('உங்கள் தரவு')
  await dialog.getByLabel('Message').fill('தமிழில் [நாள் மற்றும் நேரம்]')
  expect(await dialog.getByLabel('Message').getAttribute('lang')).toBe('ta')
  await dialog.getByRole('button', { name: 'Send 3' }).click()
  await dialog.getByText('Fill in first: [நாள் மற்றும் நேரம்]').waitFor()
  await dialog.getByLabel('Message').fill('தமிழில்')
  await preview.getByText('1 of 2:').waitFor()
  expect(await axeFaults(page, '[role=dialog]')).toEqual([])
  // The English one is written; the Tamil one is not, and another attempt writes only that.
  harness.provoke(...refused)
  let calls = 0
  await page.route('**/api/applications/message', (route) => (++calls === 2 ? route.abort() : route.continue()))
  await dialog.getByRole('button', { name: 'Send 3' }).click()
  await dialog.getByText('The server did not answer').waitFor()
  await dialog.getByRole('button', { name: 'Send 3' }).click()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  const { applications } = await (await page.request.get('/api/applications?form_type=FundRaise')).json()
  const written = await Promise.all(
    applications.map(async ({ id }: { readonly id: string }) => {
      const { messages } = await (await page.request.get(`/api/applications/${id}`)).json()
      return messages.flatMap(({ letter, subject }: { letter: string; subject: string }) =>
        letter === 'written' ? [subject] : [],
      )
    }),
  )
  expect(written.flat().toSorted()).toEqual(['Your data', 'உங்கள் தரவு', 'உங்கள் தரவு'])
})
