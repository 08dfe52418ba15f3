import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { apply, contact, row, rows, startDesk, studio } from './desk-harness.ts'

const harness = startDesk({ DECISION_HOLD_S: '60' })

const phone = { width: 360, height: 740 }
const status = async (id: string): Promise<string> =>
  (await harness.server.call(`/api/applications/${id}`)).body.application.status

/** Applications that only one word finds, so that a test does not affect others. */
const send = (word: string, names: readonly string[]): Promise<string[]> =>
  Promise.all(
    names.map((name) => {
      const own = { email: `${name.toLowerCase()}@${word}.example`, subject: word }
      return apply(harness.server, 'Contact', { ...contact(name, `About ${word}.`), ...own })
    }),
  )

/** Opens the desk with the pending ones of these applications. */
async function desk(word: string, size?: { width: number; height: number }): Promise<Page> {
  const page = await harness.open(`/app/dashboard?status=pending&q=${word}`, size)
  await rows(page).first().waitFor()
  return page
}

describe('failed requests', () => {
  test('a chunk removed by a deployment causes a message; the desk still works', async () => {
    await send('albatross', ['Anbu'])
    const page = await harness.page(true)
    await page.route(/_assets\/ExportDialog.*\.js/, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('/app/dashboard?q=albatross')
    await row(page, 'Anbu').getByRole('button', { name: 'Anbu', exact: true }).click()
    const notes = page.getByRole('region', { name: 'Anbu' }).getByLabel('Notes')
    await notes.fill('Half a thought')
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    await page.getByText('Could not open Export', { exact: true }).waitFor()
    expect(await notes.inputValue()).toBe('Half a thought')
    await page.unroute(/_assets\/ExportDialog.*\.js/)
    await page.getByRole('button', { name: 'Reload' }).click()
    await row(page, 'Anbu').getByRole('button', { name: 'Anbu', exact: true }).click()
    await expect.poll(() => notes.inputValue()).toBe('Half a thought')
    harness.provoke(/404/, /desk: fetching Export failed/)
  })

  test('lazy chunks are prefetched, so that they open without a connection', async () => {
    await send('bittern', ['Bala'])
    const page = await harness.page(true)
    const fetched = Promise.all(
      [/_assets\/ExportDialog.*\.js/, /_assets\/PdfDocument.*\.js/, /_assets\/pdf\.worker.*\.mjs/].map((file) =>
        page.waitForResponse((response) => file.test(response.url()) && response.ok()),
      ),
    )
    await page.goto('/app/dashboard?q=bittern')
    await rows(page).first().waitFor()
    await fetched
    await page.route(/_assets/, (route) => route.abort())
    await page.keyboard.press('e')
    await page.getByRole('dialog', { name: 'Export' }).getByText('1 application, with the list’s filters now.').waitFor()
  })

  test('a desk that fails to render shows a message and offers to reload', async () => {
    await send('curlew', ['Chitra'])
    const page = await harness.page(true)
    await page.route('**/api/stats', (route) => route.fulfill({ json: { success: true, stats: null } }))
    await page.goto('/app/dashboard')
    await page.getByRole('heading', { name: 'The desk stopped' }).waitFor()
    await page.unroute('**/api/stats')
    await page.getByRole('button', { name: 'Reload' }).click()
    await row(page, 'Chitra').waitFor()
    harness.provoke(/TypeError/, /stats/)
  })
})

describe('what is unread', () => {
  test('has a mark until it is opened; a key goes on to the next, and the list counts', async () => {
    const ids = await send('dipper', ['Devi', 'Esha', 'Farid'])
    const page = await desk('dipper')
    const read = (count: string) => page.getByRole('button', { name: count, exact: true })
    await read('0 of 3 read').waitFor()
    const first = (await rows(page).first().getByRole('heading').textContent()) ?? ''
    await row(page, first).getByRole('button', { name: first, exact: true }).click()
    await read('1 of 3 read').waitFor()
    expect(await row(page, first).getByText('Unread').count()).toBe(0)
    expect(await rows(page).getByText('Unread').count()).toBe(2)
    await page.keyboard.press('f')
    await read('2 of 3 read').waitFor()
    await page.keyboard.press('k')
    await page.keyboard.press('f')
    await read('2 of 3 read').waitFor({ state: 'detached' })
    await page.keyboard.press('f')
    await page.getByText('Everything in this list is read').waitFor()
    const stored = await Promise.all(
      ids.map(async (id) => {
        const { application, history } = (await harness.server.call(`/api/applications/${id}`)).body
        return [application.revision, application.read_at === null, history.length]
      }),
    )
    expect(stored).toEqual(Array(3).fill([0, false, 1]))
    expect(await rows(page).getByText('Unread').count()).toBe(0)
    await page.getByRole('searchbox', { name: 'Search' }).fill('dipper is:unread')
    await page.getByText('No applications found').waitFor()
  })
})

test('a key and the button star the open application; u takes it back', async () => {
  await send('egret', ['Gita', 'Hema'])
  const page = await desk('egret')
  await row(page, 'Hema').getByRole('button', { name: 'Hema', exact: true }).click()
  await page.keyboard.press('*')
  await row(page, 'Hema').getByText('Starred', { exact: true }).waitFor()
  const button = page.getByRole('region', { name: 'Hema' }).getByRole('button', { name: 'Star', exact: true })
  expect(await button.getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('u')
  await row(page, 'Hema').getByText('Starred', { exact: true }).waitFor({ state: 'detached' })
  await button.click()
  await row(page, 'Hema').getByText('Starred', { exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('egret is:starred')
  await row(page, 'Gita').waitFor({ state: 'detached' })
  expect(await rows(page).count()).toBe(1)
})

describe('with several selected', () => {
  test('all are rejected without a letter, and none gets one', async () => {
    const ids = await send('bittern', ['Mani', 'Ravi'])
    const page = await desk('bittern')
    for (const name of ['Mani', 'Ravi']) await row(page, name).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Reject 2', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Reject 2 applications?' })
    await question.getByLabel('Without a letter: they already have an answer').check()
    await question.getByText('No letter is sent.').waitFor()
    await question.getByRole('button', { name: 'Reject 2', exact: true }).click()
    await page.getByText('2 applications: rejected successfully').waitFor()
    for (const id of ids) {
      const { body } = await harness.server.call(`/api/applications/${id}`)
      expect(body).toMatchObject({ application: { status: 'rejected' }, messages: [] })
    }
  })

  test('all but these selects the others', async () => {
    await send('heron', ['Hari', 'Indu', 'Jaya'])
    const page = await desk('heron')
    const box = (name: string) => row(page, name).getByRole('checkbox')
    await box('Indu').check()
    await page.getByRole('button', { name: 'More for these' }).click()
    await page.getByRole('button', { name: 'All but these', exact: true }).click()
    await page.getByText('2 selected', { exact: true }).waitFor()
    expect(await Promise.all(['Hari', 'Indu', 'Jaya'].map((name) => box(name).isChecked()))).toEqual([true, false, true])
    await page.getByRole('button', { name: 'More for these' }).click()
    await page.getByRole('button', { name: 'All but these', exact: true }).click()
    await page.getByText('1 selected', { exact: true }).waitFor()
    expect(await box('Indu').isChecked()).toBe(true)
  })

  test('a key never decides about the application under the cursor alone', async () => {
    const ids = await send('dunlin', ['Devi', 'Durai', 'Dhana'])
    const page = await desk('dunlin')
    for (const key of ['j', 'x', 'j', 'x', 'j', 'r']) await page.keyboard.press(key)
    const question = page.getByRole('dialog', { name: 'Reject 2 applications?' })
    await question.waitFor()
    expect(await Promise.all(ids.map(status))).toEqual(['pending', 'pending', 'pending'])
    await question.getByRole('button', { name: 'Reject 2', exact: true }).click()
    await page.getByText('2 applications: rejected successfully').waitFor()
    expect((await Promise.all(ids.map(status))).sort()).toEqual(['pending', 'rejected', 'rejected'])
  })

  test('Shift selects more, Escape clears the selection, then a key decides about one', async () => {
    const ids = await send('egret', ['Ezhil', 'Eswari', 'Elango'])
    const page = await desk('egret')
    const bar = page.getByRole('region', { name: 'Selected applications' })
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+J')
    await bar.getByText('2 selected').waitFor()
    await page.keyboard.press('Shift+J')
    await bar.getByText('3 selected').waitFor()
    await bar.getByRole('button', { name: 'Invite 3 to pitch' }).waitFor()
    await page.keyboard.press('Escape')
    await bar.waitFor({ state: 'detached' })
    await page.keyboard.press('p')
    await page.getByText(/is invited to pitch\./).waitFor()
    expect((await Promise.all(ids.map(status))).sort()).toEqual(['pending', 'pending', 'pitch'])
  })
})

describe('keys after Escape and after a filter', () => {
  test('Escape leaves notes, message, address, scores and search; keys work again', async () => {
    await apply(harness.server, 'StartupStudio', studio('Farida Begum', 'Flamingo Foods'))
    const page = await harness.open('/app/dashboard?q=flamingo')
    await rows(page).first().waitFor()
    const pane = page.getByRole('region', { name: 'Farida Begum' })
    const isAtList = () => page.evaluate(() => document.activeElement?.matches('[data-list]') === true)
    await page.keyboard.press('j')
    await page.keyboard.press('n')
    await page.keyboard.type('Second boat.')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    expect(await pane.getByLabel('Notes').inputValue()).toBe('Second boat.')
    expect(await isAtList()).toBe(true)
    for (const [open, field] of [
      ['Message', 'Subject'],
      ['Correct the address', 'The right address'],
    ] as const) {
      await pane.getByRole('button', { name: open, exact: true }).click()
      await pane.getByLabel(field).press('Escape')
      expect(await isAtList()).toBe(true)
    }
    await page.keyboard.press('s')
    await page.keyboard.press('Escape')
    expect(await isAtList()).toBe(true)
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('searchbox').inputValue()).toBe('flamingo')
    expect(await isAtList()).toBe(true)
  })

  test('after a choice of a status, the key to approve approves and leaves the filter', async () => {
    const ids = await send('godwit', ['Gita', 'Gopal'])
    const page = await harness.open('/app/dashboard?q=godwit')
    await rows(page).first().waitFor()
    // A click focuses it before the choice.
    await page.getByLabel('Status').focus()
    await page.getByLabel('Status').selectOption('Pending')
    await page.waitForURL('**status=pending**')
    await page.getByText('2 applications found').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await page.getByText('Application approved successfully').waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('pending')
    expect((await Promise.all(ids.map(status))).sort()).toEqual(['approved', 'pending'])
  })

  test('deciding by keys stays within the filter', async () => {
    await send('hoopoe', ['Hari'])
    const page = await desk('hoopoe')
    await page.getByLabel('Form type').focus()
    await page.keyboard.press('ArrowDown')
    await page.waitForURL('**/app/dashboard/*')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('form_type')
  })
})

describe('the open application', () => {
  test('stays open with its new status when another window decides about it', async () => {
    const [id = ''] = await send('ibisbill', ['Indra', 'Isai'])
    const page = await desk('ibisbill')
    await row(page, 'Indra').getByRole('button', { name: 'Indra', exact: true }).click()
    const pane = page.getByRole('region', { name: 'Indra' })
    await pane.getByText('About ibisbill.').waitFor()
    await harness.server.decide(`/api/applications/${id}`, 'rejected')
    await page.mouse.move(720, 5)
    await row(page, 'Indra').waitFor({ state: 'detached' })
    await pane.getByText('Rejected', { exact: true }).waitFor()
    await pane.getByText('About ibisbill.').waitFor()
    await page.keyboard.press('j')
    await page.getByRole('region', { name: 'Isai' }).getByText('About ibisbill.').waitFor()
  })

  test('stays open when the reviewer went on to it during an earlier decision', async () => {
    await send('kestrel', ['Kala', 'Kavin', 'Kumar'])
    const page = await desk('kestrel')
    const labels = await rows(page)
      .getByRole('checkbox')
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
    const [first = '', , third = ''] = labels.map((label) => label?.replace('Select ', ''))
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/applications/*', async (route) => {
      if (route.request().method() === 'PATCH') await answered
      await route.continue()
    })
    await page.keyboard.press('j')
    const decided = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.keyboard.press('a')
    await decided
    for (const key of ['j', 'j']) await page.keyboard.press(key)
    await page.getByRole('region', { name: third }).getByText('About kestrel.').waitFor()
    answer()
    await page.getByText('Application approved successfully').waitFor()
    await row(page, first).waitFor({ state: 'detached' })
    await page.keyboard.press('r')
    await row(page, third).waitFor({ state: 'detached' })
    expect(await rows(page).count()).toBe(1)
  })

  test('an unparsable search does not show the count of the previous search', async () => {
    await send('jacana', ['Jaya'])
    const page = await desk('jacana')
    await page.getByLabel('Search').fill('jacana rank:3')
    await page.getByText('rank: is not a search filter.').waitFor()
    await page.getByText('1 application found, still for the search jacana', { exact: true }).waitFor()
    await page.getByLabel('Search').fill('jacana')
    await page.getByText('1 application found', { exact: true }).waitFor()
  })

  test('a row keeps its height while it is scored', async () => {
    await apply(harness.server, 'StartupStudio', studio('Kala Devi', 'Kingfisher Kilns'))
    const page = await harness.open('/app/dashboard?q=kingfisher')
    const height = async () => (await rows(page).first().boundingBox())?.height
    await rows(page).first().waitFor()
    const before = await height()
    await page.keyboard.press('j')
    await page.getByRole('heading', { name: 'Scores' }).waitFor()
    await page.keyboard.press('s')
    for (const digit of ['4', '4', '4', '4', '4']) await page.keyboard.press(digit)
    await row(page, 'Kala Devi').getByTitle('Score, of 5').waitFor()
    expect(await height()).toBe(before)
  })

  test('no text of the applicant appears above the decision buttons', async () => {
    await apply(harness.server, 'StartupStudio', studio('Lata Iyer', 'Lapwing Labs'))
    const page = await harness.open('/app/dashboard?q=lapwing')
    await rows(page).first().waitFor()
    await page.keyboard.press('j')
    const pane = page.getByRole('region', { name: 'Lata Iyer' })
    await pane.getByRole('heading', { name: 'History' }).waitFor()
    for (let n = 0; n < 3; n++) await page.keyboard.press(' ')
    const above = () =>
      pane.evaluate((element) => {
        const scroll = element.querySelector('[data-scroll]') as HTMLElement
        const bar = [...element.querySelectorAll('button')].find((button) => button.textContent === 'Approve')?.parentElement
        const bottom = bar?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY
        return [scroll.scrollTop > 300, bottom <= scroll.getBoundingClientRect().top]
      })
    await expect.poll(above).toEqual([true, true])
  })
})

describe('on a phone', () => {
  test('a decision opens the next application, with its position and buttons visible', async () => {
    const ids = await send('mallard', ['Mala', 'Mani', 'Meena'])
    const page = await desk('mallard', phone)
    await rows(page)
      .first()
      .getByRole('button', { name: /^View Details/ })
      .click()
    const details = page.getByRole('dialog')
    await details.getByText('1 of 3 pending').waitFor()
    const first = await details.getByRole('heading', { level: 2 }).textContent()
    await details.getByRole('button', { name: 'Approve', exact: true }).click()
    await details.getByText('1 of 2 pending').waitFor()
    expect(await details.getByRole('heading', { level: 2 }).textContent()).not.toBe(first)
    expect(await details.getByRole('button', { name: 'Approve', exact: true }).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await details.getByRole('heading', { name: String(first), exact: true }).waitFor()
    expect(await Promise.all(ids.map(status))).toEqual(['pending', 'pending', 'pending'])
  })

  test('the checkbox does not overlap the mark, also without a company', async () => {
    await send('nightjar', ['Nila'])
    const page = await desk('nightjar', phone)
    const overlap = await row(page, 'Nila').evaluate((article) => {
      const [box, mark] = [article.querySelector('input'), article.querySelector('svg, span')].map((part) =>
        part?.getBoundingClientRect(),
      )
      return box !== undefined && mark !== undefined && box.top < mark.bottom && box.left < mark.right
    })
    expect(overlap).toBe(false)
  })
})

test('labels of controls contain the applicant; answers have headings for reviewers', async () => {
  await apply(
    harness.server,
    'StartupStudio',
    studio('Oviya Rajan', 'Osprey Organics', { website: 'https://www.a-very-long-name-of-a-company.example/about' }),
  )
  const page = await harness.open('/app/dashboard?q=osprey')
  const oviya = row(page, 'Oviya Rajan')
  await oviya.waitFor()
  for (const name of ['View Details of', 'Approve', 'Pitch', 'Reject', 'Delete'])
    expect(await oviya.getByRole('button', { name: `${name} Oviya Rajan`, exact: true }).count()).toBe(1)
  expect(await oviya.getByRole('checkbox', { name: 'Select Oviya Rajan', exact: true }).count()).toBe(1)
  expect(await oviya.getByRole('button', { name: 'Approve' }).textContent()).toBe('Approve')
  await oviya.getByRole('button', { name: 'Oviya Rajan', exact: true }).click()
  const open = page.getByRole('region', { name: 'Oviya Rajan' })
  const answers = open.locator('[data-answers]')
  await open.getByRole('link', { name: /a-very-long-name/ }).waitFor()
  expect(await answers.getByRole('heading').allTextContents()).toEqual(['The problem and their answer', 'The six weeks', 'Facts'])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open.getByRole('button', { name: 'Copy Email', exact: true }).click()
  await page.getByText('Email copied', { exact: true }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('oviya.rajan@example.in')
})
