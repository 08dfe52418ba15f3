import { expect, test } from 'vitest'
import { startDesk } from '../../../tests/browser/desk-harness.ts'
import { axeFaults } from '../../../tests/browser/drive.ts'

const harness = startDesk({ DECISION_HOLD_S: '0' })

test('a founder takes a place by keys, and agrees to the card without script', async () => {
  const email = 'asha@loom.example'
  const { id, path } = await harness.server.apply('Accelerator', {
    ...{ founderName: 'Asha Rao', companyName: 'Loom', email, website: 'https://loom.example' },
  })
  const day = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const approval = { status: 'approved', with: { offers: { cohort: 'Cohort 7', people: 'Asha Rao', day } } }
  expect((await harness.server.call(path, 'PATCH', approval)).status).toBe(200)
  const letter = await harness.server.mail(({ subject }) => subject?.startsWith('Your place in Cohort 7') === true)
  const link = /https?:\S*\/my\/(?!stop)\S+/.exec(letter.text ?? '')?.[0] ?? ''

  expect(link).toContain(`/my/${id}.`)

  const viewport = { width: 360, height: 740 }
  const keys = await harness.visitor({ viewport: { width: 1440, height: 900 } })
  await keys.goto(link)
  const reach = async (selector: string): Promise<void> => {
    const isThere = () => keys.evaluate((own) => document.activeElement?.matches(own) === true, selector)
    for (let n = 0; n < 200 && !(await isThere()); n += 1) await keys.keyboard.press('Tab')
    expect(await isThere()).toBe(true)
  }
  await keys.getByRole('link', { name: 'Read the offer' }).waitFor()
  await reach('a[href^="/my/offer"]')
  await keys.keyboard.press('Enter')
  await keys.getByRole('heading', { name: 'A place in Cohort 7', level: 1 }).waitFor()
  await reach('#offer-name')
  await keys.keyboard.type('Asha Rao')
  await keys.keyboard.press('Enter')
  await keys.getByRole('heading', { name: 'Your place in Cohort 7', level: 1 }).waitFor()

  const phone = await harness.visitor({ viewport, javaScriptEnabled: false })
  await phone.goto(link)
  await phone.getByRole('link', { name: 'Your card on our site' }).click()
  await phone.getByLabel('One sentence, for the list of the cohort').fill('Looms by the metre.')
  await phone.getByLabel('Yes, show the card and the line').check()
  await phone.getByRole('button', { name: 'Save' }).click()
  await phone.getByText('You agreed on').waitFor()
  for (const width of [360, 768, 1440]) {
    await keys.setViewportSize({ width, height: 900 })
    await keys.goto(`${new URL(link).origin}/my/card?of=${id}`)
    expect(await keys.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  expect(await axeFaults(keys)).toEqual([])
})
