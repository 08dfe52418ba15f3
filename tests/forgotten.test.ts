import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sources } from '../scripts/setup.mjs'
import { statuses } from '../src/applications/application.ts'
import { letters } from '../src/applications/outbox.ts'

// What the compiler cannot know of: files that name each status or letter, and would lack a new one without a word.

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
/** How often a text occurs in a file. */
const count = (file: string, text: string): number => read(file).split(text).length - 1

describe.each(statuses)('the status %s', (status) => {
  it('has its mark and its place in the plots', () => {
    expect(count('src/dashboard/applications/status.module.css', `.mark[data-status='${status}']`)).toBeGreaterThan(0)
    expect(count('src/features/insights/desk/plot.module.css', `[data-to='${status}']`)).toBe(1)
  })

  it('can be stored: the newest migration that restricts the column allows it', () => {
    const folder = 'src/server/database/migrations'
    const restrictions = readdirSync(path.join(root, folder))
      .sort()
      .flatMap((file) => [...read(`${folder}/${file}`).matchAll(/status in \(([^)]+)\)/g)].map(([, allowed = '']) => allowed))
    expect(restrictions.at(-1)).toContain(`'${status}'`)
  })
})

it.each(letters)('the letter %s has its occasion among the changes', (letter) => {
  const files = ['outgoing', 'decisions', 'applicant'].map((name) => `src/applications/outgoing/${name}.ts`)
  expect(files.some((file) => count(file, `'${letter}'`) > 0)).toBe(true)
})

it.each(['astro.config.mjs', 'vite.server.config.mjs'])(
  'a change of a script that %s imports is followed by a build',
  (config) => {
    const imported = [...read(config).matchAll(/from '\.\/(scripts\/[\w-]+\.mjs)'/g)].map(([, file]) => file)
    // Every program imports it, and its changes are for all of them.
    expect(imported.filter((file) => file !== 'scripts/runtime.mjs' && !sources.includes(file ?? ''))).toEqual([])
  },
)

const handlesKeys = /\bonKey(Down|Up|Press)(Capture)?\b|['"]key(down|up|press)['"]|\bKeyboardEvent\b/
/** Reads the key of an event: `event.key`, `({ key }) =>`, `const { key } = event`, `{ key, target }: KeyboardEvent`. */
const readsKey =
  /\b(e|ev|evt|event|nativeEvent|press(ed)?)\??\.(key|code|keyCode|which)\b|\bonKey\w+=\{(async )?\(\{|['"]key(down|up|press)['"], (async )?\(\{|\{[^{}]*\b(key|code|keyCode|which)\b[^{}]*\}(: (React\.)?KeyboardEvent| = (e|event|nativeEvent)\b)/

it('no key handler acts on a key of an input method: each reads it with typedKey', () => {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(ts|tsx|astro|js|mjs)$/.test(file),
  )
  const reading = files.filter((file) => handlesKeys.test(read(`src/${file}`)) && readsKey.test(read(`src/${file}`)))
  expect(files.filter((file) => read(`src/${file}`).includes('typedKey(')).length).toBeGreaterThan(10)
  expect(reading).toEqual([])
})

it('every page of the desk tolerates that the browser translates it', () => {
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(tsx?|astro)$/.test(file),
  )
  const text = (file: string): string => read(`src/${file}`)
  const own = sources.filter((file) => /\b(createRoot|hydrateRoot)\(/.test(text(file)))
  // The parts of forms keep each text that comes and goes in an element of its own (tests/browser/forms-script-fails.test.ts). The other mounted components are the sign-in page and the desk.
  const mounted = sources.flatMap((file) => [...text(file).matchAll(/<(\w+) client:(?!near\b)/g)].map(([, name = '']) => name))
  const ofMounted = [...new Set(mounted)].map((name) =>
    sources.find((file) => new RegExp(`export (const|function) ${name}\\b`).test(text(file))),
  )
  expect([own, ofMounted.length]).toEqual([['form-view/page-part.ts'], 2])
  expect(ofMounted.filter((file = '') => !/^( {2})?tolerateTranslation\(\)$/m.test(text(file)))).toEqual([])
})
