import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { apply, contact, messages, startDesk } from './desk-harness.ts'

// The browser translates the page: each text node becomes <font><font>text</font></font>, now and whenever a text appears.

const harness = startDesk({ DECISION_HOLD_S: '60' })

beforeAll(async () => {
  for (const name of ['Anu', 'Bala', 'Chitra'])
    await apply(harness.server, 'Contact', contact(name, `${name} asks about pepper.`))
})

/** Runs in the page. @param moves whether the text node moves into the fonts, or a copy of it takes its place */
function translate(moves: boolean): void {
  const wrap = (text: Node): void => {
    const { parentElement: parent } = text
    if (text.nodeType !== Node.TEXT_NODE || !text.nodeValue?.trim() || parent === null) return
    if (parent.closest('font, script, style, textarea, select, svg, [contenteditable]') !== null) return
    const font = document.createElement('font')
    const inner = font.appendChild(document.createElement('font'))
    parent.replaceChild(font, text)
    inner.append(moves ? text : (text.nodeValue ?? ''))
  }
  const all = (root: Node): void => {
    const texts: Node[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of root.nodeType === Node.TEXT_NODE ? [root] : texts) wrap(text)
  }
  document.addEventListener('DOMContentLoaded', () => {
    all(document.body)
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) all(node)
    }).observe(document.body, { childList: true, subtree: true })
  })
}

async function translated(path: string, moves: boolean): Promise<Page> {
  const page = await harness.page(true)
  await page.addInitScript(translate, moves)
  await page.goto(path)
  await page.locator('h1 font font').first().waitFor()
  return page
}
const count = (page: Page) => page.getByRole('region', { name: 'List of applications' }).getByRole('status').first()

test.each([
  ['moved', true],
  ['replaced', false],
])('the desk works on a page whose texts are %s: filters, decisions, groups, letters', async (_, moves) => {
  const page = await translated('/app/dashboard', moves)
  await expect.poll(() => count(page).textContent()).toBe('3 applications, newest first')
  const search = page.getByRole('searchbox', { name: 'Search' })
  for (const [words, shown] of [
    ['nothing', 'No applications found'],
    ['bala', '1 application found'],
    ['nothing', 'No applications found'],
    ['pepper', '3 applications found'],
  ] as const) {
    await search.fill(words)
    await page.getByText(shown, { exact: true }).waitFor()
    if (!shown.startsWith('No')) await expect.poll(() => count(page).textContent()).toBe(shown)
  }
  await search.press('Enter')
  await page.keyboard.press('j')
  await page.locator('[data-pane]').getByRole('heading', { name: 'Chitra' }).waitFor()
  await page.keyboard.press('r')
  await messages(page).getByText('Application rejected successfully').waitFor()
  await page.keyboard.press('u')
  await messages(page).getByText('Chitra is pending again.').waitFor()
  // A group, a letter to a group, the committee's dialog.
  await page.keyboard.press('x')
  for (const name of ['Anu', 'Bala']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  const bar = page.getByRole('region', { name: 'Selected applications' })
  await bar.getByText('3 selected').waitFor()
  await bar.getByRole('button', { name: 'Reject 3' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject 3' }).click()
  await messages(page).getByText('3 applications: rejected successfully').waitFor()
  await page.keyboard.press('u')
  await messages(page).getByText('3 applications are as they were.').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await bar.getByText('1 selected').waitFor()
  await bar.getByRole('button', { name: 'More for these' }).click()
  await bar.getByRole('button', { name: 'Write' }).click()
  const letter = page.getByRole('dialog', { name: 'Letter to a group' })
  await letter.getByLabel('Subject').fill('News')
  await letter.getByLabel('Message').fill('Dear {name}, news.')
  await letter.getByRole('button', { name: 'Send 1' }).click()
  await messages(page).getByText('1 letter waits in the outbox').waitFor()
  await bar.getByRole('button', { name: 'More for these' }).click()
  await bar.getByRole('button', { name: 'Committee…' }).click()
  const round = page.getByRole('dialog')
  await round.getByLabel('Title, as the committee sees it').fill(`Reading ${moves}`)
  await round.getByLabel(/^People/).fill('Ravi')
  await round.getByRole('button', { name: 'Make the links' }).click()
  await round.getByLabel('Ravi: send this link yourself').waitFor()
  await round.getByRole('button', { name: 'Close' }).click()
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await bar.waitFor({ state: 'detached' })
  expect(await page.getByText('The desk stopped').count()).toBe(0)
})

test('the other pages work when they are translated', async () => {
  const page = await translated('/app/outbox', true)
  const waiting = page.getByRole('searchbox')
  await page.getByRole('article').or(page.getByRole('listitem')).first().waitFor()
  for (const words of ['nobody', '', 'nobody']) await waiting.fill(words)
  for (const [path, name] of [
    ['/app/committee', 'Committee'],
    ['/app/quarantine', 'Quarantine'],
    ['/app/meetings', 'Meetings'],
    ['/app/insights', 'Insights'],
    ['/app/person', 'A person’s data'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
    if (name === 'Committee') {
      await page.getByRole('button', { name: 'End the link: Ravi' }).first().click()
      await page.getByText('link ended').waitFor()
    }
  }
  await page.goto('/app/person')
  const who = page.getByRole('textbox').or(page.getByRole('searchbox')).first()
  for (const words of ['anu@example.in', 'nobody@example.in', 'anu@example.in']) {
    await who.fill(words)
    await who.press('Enter')
  }
  await page.goto('/app/meetings')
  await page.getByRole('button', { name: 'Later week' }).click()
  await page.getByRole('button', { name: 'Earlier week' }).click()
  await page.goto('/app/site#content/pages/about.yaml')
  const title = page.getByLabel('Title', { exact: true }).first()
  const before = await title.inputValue()
  for (const words of ['', before, '', `${before} us`]) await title.fill(words)
  await page.getByText('Saved as a draft.').waitFor()
  expect(await page.getByText('The desk stopped').count()).toBe(0)
})
