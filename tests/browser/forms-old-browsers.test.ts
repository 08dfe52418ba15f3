import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  answersTo,
  fill,
  formOf,
  formRows,
  forms,
  goOffline,
  openForm,
  someone,
  startSite,
  submitButton,
  successOf,
} from './drive.ts'

// README.md names the oldest browsers that everyone can apply with: Chrome 90, Safari 14.1, Firefox 90.

const { visit, stored } = startSite()

/** APIs that at least one of them lacks, as paths from the global object. */
const missing = [
  'Array.prototype.at',
  'Array.prototype.findLast',
  'Array.prototype.findLastIndex',
  'Array.prototype.toReversed',
  'Array.prototype.toSorted',
  'Array.prototype.toSpliced',
  'Array.prototype.with',
  'Array.fromAsync',
  'AbortSignal.abort',
  'AbortSignal.any',
  'AbortSignal.timeout',
  'AbortSignal.prototype.throwIfAborted',
  'BroadcastChannel',
  'CompressionStream',
  'Crypto.prototype.randomUUID',
  'Element.prototype.checkVisibility',
  'Element.prototype.getHTML',
  'Element.prototype.setHTMLUnsafe',
  'HTMLDialogElement',
  'HTMLElement.prototype.showPopover',
  'HTMLFormElement.prototype.requestSubmit',
  'HTMLInputElement.prototype.showPicker',
  'IDBTransaction.prototype.commit',
  'Intl.Segmenter',
  'Iterator',
  'Map.groupBy',
  'Navigator.prototype.locks',
  'Object.groupBy',
  'Object.hasOwn',
  'Promise.try',
  'Promise.withResolvers',
  'Set.prototype.union',
  'String.prototype.at',
  'String.prototype.isWellFormed',
  'String.prototype.toWellFormed',
  'SyncManager',
  'URL.canParse',
  'URL.parse',
  'navigation',
  'reportError',
  'requestIdleCallback',
  'scheduler',
  'structuredClone',
]

/** Removes the APIs that the older browsers lack from a page. Safari 14.1 also ignores the signal of a listener. */
async function makeOld(page: Page): Promise<void> {
  await page.addInitScript((names) => {
    for (const name of names) {
      const steps = name.split('.')
      const last = steps.pop() ?? ''
      const owner = steps.reduce<object | undefined>((object, step) => object && Reflect.get(object, step), window)
      if (owner !== undefined) Reflect.deleteProperty(owner, last)
    }
    const listen = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const { signal: _, ...supported } = typeof options === 'object' ? options : { capture: options }
      listen.call(this, type, listener, supported)
    }
  }, missing)
}

// A file, questions that depend on another, and our messages. The scripts of all forms are read below.
describe.each(formRows('WorkForStartups'))('%s in an old browser', (_, form) => {
  test('is sent, stored and acknowledged', async () => {
    const { page, consoleMessages } = await visit()
    await makeOld(page)
    const email = someone()
    await openForm(page, form)
    await fill(page, form, answersTo(form, email))
    await submitButton(page).click()
    await successOf(page, form).waitFor()
    expect(page.url()).toContain(form.path)
    expect(await stored(email)).toHaveLength(1)
    expect(consoleMessages).toEqual([])
  })
})

test('an old browser sends queued submissions when online again, and reports it', async () => {
  const { page, context } = await visit()
  await makeOld(page)
  const form = formOf('Investor')
  const email = someone()
  await openForm(page, form)
  await fill(page, form, answersTo(form, email))
  await goOffline(page)
  await submitButton(page).click()
  await successOf(page, form).waitFor()
  await context.setOffline(false)
  await page.getByText('your answers have reached us').waitFor()
  expect(await stored(email)).toHaveLength(1)
})

const dist = path.join(import.meta.dirname, '../../dist')

/** The scripts that a form's page names, and those that these name, each by its file. */
async function scriptsOf(route: string): Promise<ReadonlyMap<string, string>> {
  const names = new Set(await readdir(path.join(dist, 'site', '_assets')))
  const scripts = new Map([['the page', await readFile(path.join(dist, 'pages', route, 'index.html'), 'utf8')]])
  for (const [, text] of scripts)
    for (const [, name = ''] of text.matchAll(/([\w.-]+\.js)\b/g))
      if (names.has(name) && !scripts.has(name))
        scripts.set(name, await readFile(path.join(dist, 'site', '_assets', name), 'utf8'))
  return scripts
}

/** Uses of newer APIs that check for them first, or that never run. */
const guarded: readonly RegExp[] = [
  /try\{\w+=new BroadcastChannel\(/g,
  /navigator\.locks===void 0/g,
  /self\.requestIdleCallback\|\|/g,
  /typeof (\w+)\.isWellFormed==[`'"]function[`'"]\?\1\.isWellFormed\(\)/g,
  // React's: inside `typeof navigation=="object"`, and a sentence of an error
  /typeof navigation\b|!?\bnavigation\.(?:transition|addEventListener|removeEventListener|currentEntry|navigate)\b/g,
  /using form\.requestSubmit\(\)/g,
  // Astro's hydration, which `client:near` does not call
  /!Object\.hasOwn\(this\.Component,/g,
]

test('the scripts of the forms check for every newer feature before use', async () => {
  // the last name of each path is what stands in code; `at`, `with`, `try`, `parse`, `abort` and the like only after a dot and before a bracket
  const uses = (text: string): string[] => {
    const rest = guarded.reduce((left, pattern) => left.replace(pattern, ''), text)
    return missing.filter((name) => {
      const steps = name.split('.')
      const last = steps.at(-1) ?? ''
      if (steps.length === 1) return new RegExp(`(?<![\\w.\`'"-])${last}(?![\\w\`'"-])\\s*[.(]`).test(rest)
      const owner = steps.includes('prototype') ? '' : (steps[0] ?? '')
      return new RegExp(`${owner === '' ? '' : `\\b${owner}`}\\.${last}\\s*\\(`).test(rest)
    })
  }
  expect(uses('a.at(-1);Object.hasOwn(a,b);new BroadcastChannel(`x`);structuredClone(a)')).toEqual([
    'Array.prototype.at',
    'BroadcastChannel',
    'Object.hasOwn',
    'String.prototype.at',
    'structuredClone',
  ])
  const found: Record<string, readonly string[]> = {}
  for (const form of forms) {
    const scripts = await scriptsOf(form.path)
    expect(scripts.size, form.path).toBeGreaterThan(5)
    for (const [name, text] of scripts) if (uses(text).length > 0) found[name] = uses(text)
  }
  expect(found).toEqual({})
})
