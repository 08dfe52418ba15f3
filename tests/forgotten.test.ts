import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { sources } from '../scripts/setup.mjs'
import { statuses } from '../src/applications/application.ts'
import { letters } from '../src/applications/outbox.ts'

// What the compiler cannot know of: files that name each status, letter or key, and would lack a new one without a word.

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
/** How often a text occurs in a file. */
const count = (file: string, text: string): number => read(file).split(text).length - 1

describe.each(statuses)('the status %s', (status) => {
  it('has its mark and its place in the plots', () => {
    expect(count('src/dashboard/applications/status.module.css', `.mark[data-status='${status}']`)).toBeGreaterThan(0)
    expect(count('src/dashboard/insights/plot.module.css', `[data-to='${status}']`)).toBe(1)
  })

  it('can be stored: the newest migration that restricts the column allows it', () => {
    const folder = 'src/server/storage/migrations'
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

it('the list of keys has every key of the desk, and no other', () => {
  const shown: Readonly<Record<string, string>> = { Escape: 'Esc', ' ': 'Space' }
  /** The same by another combination: they are not listed. */
  const variants = ['Ctrl+z', 'Shift+Space']
  const ofReading = [...read('src/dashboard/applications/use-reading-keys.ts').matchAll(/return \{\n([\s\S]*?)\n {2}\}\n/g)]
    .flatMap(([, body = '']) => [...body.matchAll(/^ {4}(?:'([^']+)'|(\w+)): /gm)])
    .map(([, quoted, plain]) => quoted ?? plain ?? '')
  const [, ofTools = ''] = /useKeys\(\s*\{(.*?)\},\n/s.exec(read('src/dashboard/applications/Tools.tsx')) ?? []
  const used = [...ofReading, ...[...ofTools.matchAll(/\b(\w): /g)].map(([, key = '']) => key)]
    .filter((key) => !variants.includes(key))
    .map((key) => shown[key] ?? key.replace('Shift+', '⇧ '))
    .concat('Ctrl K')
  const listed = [...read('src/dashboard/ui/KeysHelp.tsx').matchAll(/^ +\[\[(.*?)\], '/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => name),
  )
  expect(listed.toSorted()).toEqual(used.toSorted())
})

it.each(['astro.config.mjs', 'vite.server.config.mjs'])(
  'a change of a script that %s imports is followed by a build',
  (config) => {
    const imported = [...read(config).matchAll(/from '\.\/(scripts\/[\w-]+\.mjs)'/g)].map(([, file]) => file)
    // Every program imports it, and its changes are for all of them.
    expect(imported.filter((file) => file !== 'scripts/runtime.mjs' && !sources.includes(file ?? ''))).toEqual([])
  },
)
