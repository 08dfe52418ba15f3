import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apply, startDesk } from '../../../tests/browser/desk-harness.ts'
import { answers } from '../../../tests/support/answers.ts'
import { day } from '../../shared/dates.ts'

// Forty offers in browsers. Founders in three zones answer at 360 px, without script, or by keys alone; after each step the desk counts right.

interface Founder {
  readonly n: number
  readonly id: string
  readonly email: string
  readonly zone: string
  readonly by: Means
}

type Means = 'phone' | 'plain' | 'keys'

const zones = ['Asia/Kolkata', 'Europe/Berlin', 'America/Los_Angeles'] as const
/** Offers that are made in the dialog of the approval; the others over HTTP. */
const atDesk = 6
const dayAhead = new Date(Date.now() + 20 * day).toISOString().slice(0, 10)

const harness = startDesk({ DECISION_HOLD_S: '0', DATABASE_URL: '' })
const founders: Founder[] = []

async function call(route: string, method = 'GET', body?: unknown) {
  const headers = { cookie: await harness.session(), 'content-type': 'application/json' }
  const response = await fetch(harness.server.url + route, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect([route, response.status]).toEqual([route, 200])
  return response.json()
}

/** Expects the counts on the desk's page of the cohort, and the letters that went out until now, by how their subjects begin. */
async function expectTrue(
  [offered, taken, declined, lapsed]: readonly [number, number, number, number],
  letters: Readonly<Record<string, number>>,
): Promise<void> {
  const desk = await harness.page(true)
  await desk.goto('/app/cohorts/7')
  const links = desk.getByRole('heading', { name: 'Places', exact: true }).locator('..').getByRole('link')
  const counts = [`${offered} offered`, `${taken} taken`, `${declined} declined`, `${lapsed} lapsed`]
  await expect.poll(() => links.allTextContents()).toEqual(counts)
  const sent = async () => {
    const subjects = (await harness.server.mails()).map(({ subject = '' }) => subject)
    return Object.fromEntries(
      Object.keys(letters).map((start) => [start, subjects.filter((text) => text.startsWith(start)).length]),
    )
  }
  await expect.poll(sent, { timeout: 120_000 }).toEqual(letters)
  await harness.tidy()
}

/** Opens a founder's link from the newest letter, and what it leads to. */
async function openOffer({ email, zone, by }: Founder, link: string): Promise<Page> {
  const letter = (await harness.server.mails()).findLast(({ to, text }) => to?.[0]?.address === email && text?.includes('/my/'))
  const [address = ''] = /https?:\S*\/my\/(?!stop)\S+/.exec(letter?.text ?? '') ?? []
  const viewport = by === 'keys' ? { width: 1440, height: 900 } : { width: 360, height: 740 }
  const page = await harness.visitor({ viewport, timezoneId: zone, javaScriptEnabled: by !== 'plain' })
  await page.goto(address)
  if (by === 'keys') {
    await reach(page, 'a[href^="/my/offer"]')
    await page.keyboard.press('Enter')
  } else await page.getByRole('link', { name: link }).click()
  await page.waitForURL(/\/my\/offer\?of=/)
  return page
}

/** Presses Tab until what matches has the focus. */
async function reach(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor()
  const isThere = () => page.evaluate((own) => document.activeElement?.matches(own) === true, selector)
  for (let n = 0; n < 100 && !(await isThere()); n += 1) await page.keyboard.press('Tab')
  expect([selector, await isThere()]).toEqual([selector, true])
}

/** Takes the place. Returns the sheet that the founder then sees. */
async function takePlace(founder: Founder): Promise<{ readonly text: string; readonly hash: string }> {
  const { n, by, zone, id } = founder
  const page = await openOffer(founder, 'Read the offer')
  await page.getByRole('heading', { name: 'A place in Cohort 7', level: 1 }).waitFor()
  const { offer } = await call(`/api/applications/${id}/offer`)
  const shown = by === 'plain' ? 'Asia/Kolkata' : zone
  const time = new Date(offer.ends_at).toLocaleTimeString('en-GB', { timeZone: shown, hour: '2-digit', minute: '2-digit' })
  await expect.poll(() => page.locator('[data-moment] time').first().textContent()).toMatch(new RegExp(`, ${time}$`))
  if (by === 'phone') expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  if (by === 'keys') {
    await reach(page, '#offer-name')
    await page.keyboard.type(`Founder ${n}`)
    await page.keyboard.press('Enter')
  } else {
    await page.getByLabel('Your name').fill(`Founder ${n}`)
    await page.getByRole('button', { name: 'Take the place' }).click()
  }
  await page.getByRole('heading', { name: 'Your place in Cohort 7', level: 1 }).waitFor()
  const sheet = page.getByRole('region', { name: 'The sheet' })
  const text = (await sheet.locator('p.typed').textContent()) ?? ''
  const hash = /[0-9a-f]{64}$/.exec((await sheet.getByText('SHA-256 of this sheet').textContent()) ?? '')?.[0] ?? ''
  expect(text).toContain(`Taken by Founder ${n} on `)
  await harness.tidy()
  return { text, hash }
}

async function decline(founder: Founder): Promise<void> {
  const page = await openOffer(founder, 'Read the offer')
  if (founder.by === 'keys') {
    await reach(page, 'form + details > summary')
    await page.keyboard.press('Enter')
    await reach(page, '#offer-reason')
    await page.keyboard.type('We stay in Pune')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  } else {
    await page.getByText('Decline instead').click()
    await page.getByLabel(/^Reason/).fill('We stay in Pune')
    await page.getByRole('button', { name: 'Decline the place' }).click()
  }
  await page.getByRole('heading', { name: 'You declined the place in Cohort 7', level: 1 }).waitFor()
  await page.getByText('We stay in Pune').waitFor()
  await harness.tidy()
}

/** Approves an application in the dialog of its letter, and offers the place with it. */
async function offerAtDesk(desk: Page, { id, n }: Founder): Promise<void> {
  await desk.goto(`/app/dashboard?details=${id}`)
  await desk
    .getByRole('button', { name: /^Preview/ })
    .last()
    .click()
  const dialog = desk.getByRole('dialog', { name: `The letters to Founder ${n}, Loom ${n}` })
  await dialog.getByLabel('Offer a place with it').check()
  await dialog.getByLabel('Who takes part').fill(`Founder ${n} and Meera Iyer`)
  await dialog.getByLabel('Answer by the end of').fill(dayAhead)
  await dialog.getByRole('button', { name: 'Approve with this letter' }).click()
  await desk.getByText('A place in Cohort 7 is offered until the end of').first().waitFor()
}

/** How the subjects of the three letters begin. */
const [offerLetter, takenLetter, extendedLetter] = [
  'Your place in Cohort 7: please',
  'The place in Cohort 7 is yours',
  'Your place in Cohort 7 waits',
] as const

test('forty offers in browsers: after each step counts, letters and sheets are true', { timeout: 900_000 }, async () => {
  for (let n = 0; n < 40; n += 1) {
    const email = `founder${n}@loom${n}.example`
    const phone = `+91984${String(n).padStart(7, '0')}`
    const values = { email, phone, founderName: `Founder ${n}`, companyName: `Loom ${n}`, cohortPreference: 'cohort-7' }
    const id = await apply(harness.server, 'Accelerator', answers('Accelerator', values))
    const by = (['phone', 'plain', 'keys'] as const)[(n < 30 ? Math.floor(n / 10) : n) % 3] ?? 'phone'
    founders.push({ n, id, email, by, zone: zones[n % 3] ?? '' })
  }
  const desk = await harness.page(true)
  for (const founder of founders.slice(0, atDesk)) await offerAtDesk(desk, founder)
  await harness.tidy()
  for (const { id, n } of founders.slice(atDesk)) {
    const offers = { cohort: 'Cohort 7', people: `Founder ${n}`, day: dayAhead }
    await call(`/api/applications/${id}`, 'PATCH', { status: 'approved', with: { offers } })
  }
  await expectTrue([40, 0, 0, 0], { [offerLetter]: 40, [takenLetter]: 0, [extendedLetter]: 0 })

  const sheets: { readonly text: string; readonly hash: string }[] = []
  for (const from of [0, 10, 20]) {
    for (const founder of founders.slice(from, from + 10)) sheets.push(await takePlace(founder))
    await expectTrue([30 - from, from + 10, 0, 0], { [offerLetter]: 40, [takenLetter]: from + 10, [extendedLetter]: 0 })
  }
  for (const founder of founders.slice(30, 35)) await decline(founder)
  await expectTrue([5, 30, 5, 0], { [offerLetter]: 40, [takenLetter]: 30, [extendedLetter]: 0 })

  // The sheet of the desk and of the letter is that of the founder's page, and alone on paper.
  const reader = await harness.page(true)
  for (const [n, { text, hash }] of sheets.entries()) {
    await reader.goto(`/api/applications/${founders[n]?.id}/offer/sheet`)
    expect(await reader.evaluate(() => document.body.textContent)).toBe(text)
    const letter = (await harness.server.mails()).findLast(({ to }) => to?.[0]?.address === founders[n]?.email)
    expect([letter?.subject?.startsWith(takenLetter), letter?.text?.includes(hash)]).toEqual([true, true])
  }
  await reader.goto(`/app/dashboard?details=${founders[0]?.id}`)
  await reader.getByText('Founder 0 took the place in Cohort 7').first().waitFor()
  await harness.tidy()
  for (const founder of [founders[0], founders[10], founders[20]]) {
    if (founder === undefined) throw new Error('there is no such founder')
    const page = await openOffer(founder, 'Your sheet')
    await page.emulateMedia({ media: 'print' })
    const back = page.getByRole('link', { name: 'Back to your application', includeHidden: true })
    const seen = [await page.locator('h1').isVisible(), await back.isVisible(), await page.locator('p.typed').isVisible()]
    expect(seen).toEqual([false, false, true])
    expect(await page.locator('p.typed').textContent()).toContain(`Taken by Founder ${founder.n} on `)
    await harness.tidy()
  }

  // Twenty days later; one founder has the form open since before.
  const silent = founders.slice(35)
  const [first] = silent
  if (first === undefined) throw new Error('there is no such founder')
  const open = await openOffer({ ...first, by: 'phone' }, 'Read the offer')
  await open.getByLabel('Your name').fill('Founder 35')
  await harness.signOut()
  await harness.server.stop()
  const file = new DatabaseSync(path.join(harness.server.dataDir, 'kolam.sqlite'))
  file.exec(`update offers set ends_at = ${Date.now() - day} where answer = 'none'`)
  file.close()
  await harness.server.start()
  await open.getByRole('button', { name: 'Take the place' }).click()
  await open.getByRole('alert').filter({ hasText: 'The offer ended on' }).waitFor()
  await harness.tidy()
  for (const founder of silent) {
    const page = await openOffer(founder, 'See the offer')
    await page.getByRole('heading', { name: 'The offer of a place in Cohort 7 is over', level: 1 }).waitFor()
    expect(await page.getByRole('button', { name: 'Take the place' }).count()).toBe(0)
    await harness.tidy()
  }
  await expectTrue([0, 30, 5, 5], { [offerLetter]: 40, [takenLetter]: 30, [extendedLetter]: 0 })

  for (const { id } of silent.slice(0, 2)) {
    const extending = await harness.page(true)
    await extending.goto(`/app/dashboard?details=${id}`)
    await extending.getByText('lapsed at the end of').first().waitFor()
    await extending.getByRole('button', { name: 'Extend' }).click()
    await extending.getByRole('button', { name: 'Extend the offer' }).click()
    await extending.getByText('A place in Cohort 7 is offered until the end of').first().waitFor()
    await harness.tidy()
  }
  await expectTrue([2, 30, 5, 3], { [offerLetter]: 40, [takenLetter]: 30, [extendedLetter]: 2 })
  const again = await openOffer(first, 'Read the offer')
  await again.getByRole('heading', { name: 'A place in Cohort 7', level: 1 }).waitFor()
  await harness.tidy()

  const list = await harness.page(true)
  for (const [word, n] of [
    ['is:offered', 2],
    ['is:taken', 30],
    ['is:declined', 5],
    ['is:lapsed', 3],
  ] as const) {
    await list.goto(`/app/dashboard?q=${encodeURIComponent(`${word} cohort:7`)}`)
    await list.getByText(new RegExp(`^${n} applications found`)).waitFor()
  }
})
