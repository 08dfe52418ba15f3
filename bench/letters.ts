/**
 * `node bench/letters.ts FOLDER`: draws every letter of every form and transition, addressed to an invented applicant, 600 px wide and nine to a
 * picture. Check each letter by eye after a change of the wording or the design of letters.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { runnerImport } from 'vite'
import { promiseTexts } from '../src/content/promises.ts'
import type { LetterSettings } from '../src/server/mail/messages/compose.ts'
import { previews } from '../src/server/mail/messages/preview.ts'
import { escapeMarkup } from '../src/shared/escape.ts'
import { builtWording, promises } from '../tests/support/adapters.ts'

const folder = path.resolve(process.argv[2] ?? 'letters')
const perSheet = 9

const settings: LetterSettings = {
  wording: builtWording(),
  siteName: 'Kolam',
  signedBy: 'Kolam',
  siteUrl: 'https://kolam.example',
  bookingUrl: 'https://kolam.example/book',
  links: { privateLink: 'https://kolam.example/my/0190…', stopLink: 'https://kolam.example/my/stop/0190…' },
}
// Vite lists the definitions.
const { module } = await runnerImport<typeof import('../src/forms/definitions/all.ts')>(
  path.resolve(import.meta.dirname, '../src/forms/definitions/all.ts'),
  { configFile: false, logLevel: 'error' },
)
const letters = previews(module.allForms({ cohorts: [] }, promiseTexts(promises)), settings, new Date())

await mkdir(folder, { recursive: true })
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
const page = await browser.newPage({ viewport: { width: 1880, height: 1000 } })
for (let first = 0; first < letters.length; first += perSheet) {
  const cells = letters.slice(first, first + perSheet).map(
    ({ name, message: { subject, html } }) =>
      `<figure><figcaption><b>${escapeMarkup(name)}</b><br>${escapeMarkup(subject)}</figcaption>
      <iframe width="600" height="880" srcdoc="${escapeMarkup(html)}"></iframe></figure>`,
  )
  await page.setContent(
    `<style>body{display:grid;grid-template-columns:repeat(3,600px);gap:20px;margin:20px;font:16px sans-serif}figure{margin:0}iframe{border:1px solid}</style>${cells.join('')}`,
    { waitUntil: 'load' },
  )
  const name = `letters-${String(first / perSheet + 1).padStart(2, '0')}.png`
  await page.screenshot({ path: path.join(folder, name), fullPage: true })
  console.log(`${name}: ${first + 1} to ${Math.min(first + perSheet, letters.length)} of ${letters.length}`)
}
await browser.close()
