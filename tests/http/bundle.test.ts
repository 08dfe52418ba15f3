import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../support/server.ts'

const folder = path.join(root, 'dist/server')
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8')
const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.c?js$/.test(file))

/** The files that are loaded before `file` runs: its imports and theirs, without `import()`. */
function loadedWith(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, imported = ''] of read(file).matchAll(/^import [^(]*?"(\.[^"]+)";?$/gm))
    loadedWith(path.join(path.dirname(file), imported), found)
  return found
}

const containing = (files: Iterable<string>, text: string): readonly string[] =>
  [...files].filter((file) => read(file).includes(text))

test.each([
  ['the app', 'app.notFound('],
  ['Hono', 'var Hono = class'],
  ['React', 'renderToStaticMarkup = function'],
  ['a YAML parser', 'BLOCK_AS_IMPLICIT_KEY'],
  ['passkeys', 'verifyRegistrationResponse'],
  ['the mail library', 'function createTransport('],
])('a start does not load %s', (_, text) => {
  expect(containing(all, text)).not.toEqual([])
  expect(containing(loadedWith('main.js'), text)).toEqual([])
})

test('a start reads node:http without undici, which an import loads', () => {
  expect(containing(all, 'process.getBuiltinModule("node:http")')).toHaveLength(1)
  expect(all.filter((file) => /from "(node:)?http"/.test(read(file)))).toEqual([])
})

test('V8 holds the source of each file with one byte for a character', () => {
  expect(all.filter((file) => /[^\0-\xff]/.test(read(file)))).toEqual([])
})
