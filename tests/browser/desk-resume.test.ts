import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { resume } from '../../src/programs/seed/resume.ts'
import { startDesk } from './desk-harness.ts'
import { axeFaults } from './drive.ts'

const harness = startDesk()

const formAnswers = {
  formType: 'WorkForStartups',
  firstName: 'Nila',
  phone: '1',
  university: 'Anna University, Chennai',
  major: 'CSE',
  graduationYear: '2026',
  position: 'design-ux',
  skills: 'Figma, research with farmers',
  availability: 'flexible',
  motivation: 'To learn.',
}

/** Submits an internship application with a file, and opens it at the desk. */
async function withFile(
  lastName: string,
  name: string,
  bytes: Uint8Array,
  type = 'application/pdf',
  size = { width: 1440, height: 900 },
) {
  const form = new FormData()
  for (const [field, value] of Object.entries({ ...formAnswers, lastName, email: `${lastName.toLowerCase()}@example.in` }))
    form.append(field, value)
  form.append('resume', new File([new Uint8Array(bytes)], name, { type }))
  const sent = await fetch(`${harness.server.url}/api/submit-application`, { method: 'POST', body: form })
  const { applicationId } = (await sent.json()) as { applicationId: string }
  expect(sent.status).toBe(201)
  const page = await harness.page(true, size)
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.addInitScript(() => {
    const found: string[] = []
    Object.assign(window, { found })
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    document.addEventListener('securitypolicyviolation', (event) => found.push(`${event.violatedDirective} ${event.sample}`))
  })
  await page.goto(`/app/dashboard?details=${applicationId}`)
  const details = page.getByRole('dialog')
  await details.getByRole('link', { name }).waitFor()
  return { page, details, loaded }
}

const seeded = new TextDecoder().decode(resume('resume', { ...formAnswers, lastName: 'Mohan' }).bytes)
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The share of dark pixels of a page. */
const ink = (page: Page) =>
  page.locator('[data-page="1"] canvas').evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement
    // Of a copy, because Chromium warns when a canvas is read repeatedly without `willReadFrequently`.
    const copy = new OffscreenCanvas(width, height).getContext('2d', {
      willReadFrequently: true,
    }) as OffscreenCanvasRenderingContext2D
    copy.drawImage(element as HTMLCanvasElement, 0, 0)
    const { data } = copy.getImageData(0, 0, width, height)
    let dark = 0
    for (let at = 0; at < data.length; at += 4) if ((data[at + 3] ?? 0) > 0 && (data[at] ?? 255) < 128) dark += 1
    return dark / (data.length / 4)
  })

test('a PDF opens next to the answers, with selectable text, zoom, and on Save-Data', async () => {
  const { page, details, loaded } = await withFile('Mohan', 'Nila Mohan.pdf', bytes(seeded))
  expect(loaded.filter((url) => /pdf|Foxit|Liberation/i.test(new URL(url).pathname))).toEqual([])
  await details.getByRole('button', { name: 'Read here' }).press('Enter')
  const pdf = details.getByRole('region', { name: 'Resume: Nila Mohan.pdf' })
  await pdf.getByText('Anna University, Chennai').waitFor()
  await pdf.getByText('1 page', { exact: true }).waitFor()
  await expect.poll(() => ink(page)).toBeGreaterThan(0.001)
  expect(loaded.filter((url) => !url.startsWith(harness.server.url))).toEqual([])
  const before = (await pdf.locator('[data-page]').boundingBox())?.width ?? 0
  await pdf.getByRole('button', { name: 'Larger' }).press('Enter')
  await expect.poll(async () => (await pdf.locator('[data-page]').boundingBox())?.width).toBeCloseTo(before * 1.25, -1)
  await pdf.getByText('Anna University, Chennai').waitFor()
  expect(await page.evaluate(() => (window as unknown as { found: string[] }).found)).toEqual([])
  expect(await axeFaults(page, '[data-details]')).toEqual([])
  await details.getByRole('button', { name: 'Close' }).first().click()
  await pdf.waitFor({ state: 'detached' })
})

test('on a phone it is as wide as the screen', async () => {
  const size = { width: 360, height: 740 }
  const { page, details } = await withFile('Phone', 'Phone.pdf', bytes(seeded), 'application/pdf', size)
  await details.getByRole('button', { name: 'Read here' }).click()
  await details.getByText('Anna University, Chennai').waitFor()
  const { x = 0, width = 0 } = (await details.locator('[data-page]').boundingBox()) ?? {}
  expect([x >= 0, x + width <= 360, width > 250]).toEqual([true, true, true])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test.each([
  [
    'damaged',
    '%PDF-1.4\n1 0 obj\nnothing of it is whole\ntrailer<</Root 9 0 R>>\n%%EOF\n',
    'This file cannot be shown here: it is damaged, or not a PDF.',
  ],
  [
    'locked',
    seeded.replace(
      '/Root 1 0 R',
      `/Root 1 0 R/ID[<${'00'.repeat(16)}><${'00'.repeat(16)}>]/#45ncrypt<</Filter/Standard/V 1/R 2/P -4/O<${'11'.repeat(32)}>/U<${'22'.repeat(32)}>>>`,
    ),
    'This file is locked: nobody can open it without its password.',
  ],
  ['pageless', readFileSync('tests/fixtures/resumes/zero-pages.pdf', 'latin1'), 'it has no pages'],
])('a file that is %s says so, can be downloaded, and another is asked for', async (name, text, message) => {
  const { page, details } = await withFile(`Not${name}`, `${name}.pdf`, bytes(text))
  await details.getByRole('button', { name: 'Read here' }).click()
  expect(await details.getByRole('alert').textContent()).toContain(message)
  const [file] = await Promise.all([page.waitForEvent('download'), details.getByRole('link', { name: `${name}.pdf` }).click()])
  expect(file.suggestedFilename()).toBe(`${name}.pdf`)
  await details.getByRole('button', { name: 'Ask for another file' }).click()
  const requests = details.getByRole('region', { name: 'Requests' })
  await requests.getByText(`We cannot open your file “${name}.pdf”. Please send it again, as a PDF without a password.`).waitFor()
  expect(await axeFaults(page, '[data-details]')).toEqual([])
})

test('a PDF runs no script, opens no window and sends no request', async () => {
  const armed = seeded.replace(
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\("ran"\\); document.title = "ran")>>/AA<</WC<</S/URI/URI(https://evil.example/)>>>>>>',
  )
  const linked = armed.replace(
    '/Contents 4 0 R',
    '/Contents 4 0 R/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 595 842]/A<</S/URI/URI(https://evil.example/)>>>>]',
  )
  const { page, details, loaded } = await withFile('Armed', 'Armed.pdf', bytes(linked))
  let requests = 0
  page.on('dialog', (dialog) => {
    requests += 1
    return dialog.dismiss()
  })
  await details.getByRole('button', { name: 'Read here' }).click()
  await details.getByText('Anna University, Chennai').waitFor()
  await expect.poll(() => ink(page)).toBeGreaterThan(0.001)
  await details.locator('[data-page]').click({ position: { x: 100, y: 100 } })
  expect([requests, page.context().pages().length, await details.locator('[data-page] a').count()]).toEqual([0, 1, 0])
  expect(loaded.filter((url) => !url.startsWith(harness.server.url))).toEqual([])
  expect(await page.title()).not.toBe('ran')
})

test('a Word file can be downloaded', async () => {
  const { zipSync, strToU8 } = await import('fflate')
  const types =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
  const docx = zipSync({ '[Content_Types].xml': strToU8(types), 'word/document.xml': strToU8('<document/>') })
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const { page, details } = await withFile('Word', 'Word.docx', docx, type)
  await details.getByText('A Word file cannot be shown here: download it to read it. Not scanned for viruses.').waitFor()
  await details.getByRole('button', { name: 'Ask for another file' }).waitFor()
  expect(await details.getByRole('button', { name: 'Read here' }).count()).toBe(0)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    details.getByRole('link', { name: 'Word.docx' }).first().click(),
  ])
  expect(file.suggestedFilename()).toBe('Word.docx')
})
