import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compressed, precompress } from './compress.ts'
import { loadSite } from './load.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kolam-compress-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const text = (word: string): string => `/* ${word} */ `.repeat(100)

/** Compresses a site of these scripts, as a build does. Returns its folder of compressed files. */
async function built(name: string, scripts: Readonly<Record<string, string>>, previous: string): Promise<string> {
  const site = path.join(folder, name, 'site')
  mkdirSync(site, { recursive: true })
  for (const [file, content] of Object.entries(scripts)) writeFileSync(path.join(site, file), content)
  const target = path.join(folder, name, 'compressed')
  await precompress(loadSite(site, 'https://kolam.example').values(), target, previous)
  return target
}

/** The decompressed texts of a folder, sorted. */
const textsIn = (target: string): readonly string[] =>
  readdirSync(target)
    .map((name) => (name.endsWith('.br') ? brotliDecompressSync : gunzipSync)(readFileSync(path.join(target, name))).toString())
    .sort()

it('a build compresses changed files, and takes the others from the previous build', async () => {
  const first = await built('first', { 'a.js': text('same'), 'b.js': text('old') }, path.join(folder, 'none'))
  expect(textsIn(first)).toEqual([text('old'), text('old'), text('same'), text('same')])
  // Other texts under the same names show which files are taken from it.
  for (const name of readdirSync(first))
    writeFileSync(path.join(first, name), (name.endsWith('.br') ? brotliCompressSync : gzipSync)('taken'))
  const second = await built('second', { 'a.js': text('same'), 'b.js': text('new') }, first)
  expect(textsIn(second)).toEqual([text('new'), text('new'), 'taken', 'taken'])
})

it('compresses a file again whose compressed copies are empty', async () => {
  const scripts = { 'a.js': text('same') }
  const first = await built('before', scripts, path.join(folder, 'none'))
  for (const name of readdirSync(first)) writeFileSync(path.join(first, name), '')
  expect(textsIn(await built('after', scripts, first))).toEqual([text('same'), text('same')])
  const [asset] = loadSite(path.join(folder, 'before', 'site'), 'https://kolam.example').values()
  if (asset === undefined) throw new Error('no file')
  expect(brotliDecompressSync(compressed([first], asset, 'br') ?? '').toString()).toBe(text('same'))
})

it('does not decompress a file to serve it compressed', async () => {
  const folderOfBuild = await built('served', { 'a.js': text('same') }, path.join(folder, 'none'))
  const [asset] = loadSite(path.join(folder, 'served', 'site'), 'https://kolam.example').values()
  if (asset === undefined) throw new Error('no file')
  compressed([folderOfBuild], asset, 'br')
  const damaged = new Uint8Array([0])
  asset.encodings.set('br', damaged)
  expect(compressed([folderOfBuild], asset, 'br')).toBe(damaged)
})
