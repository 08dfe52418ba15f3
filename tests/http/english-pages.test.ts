import path from 'node:path'
import { expect, it } from 'vitest'
import { builtFiles, type Files } from '../../src/content/files.ts'
import { startRenderer } from '../../src/server/pages/renderer.ts'

/** Every page of a site with these files. A renderer has the files of its first request. */
async function pagesOf(files: Files): Promise<Readonly<Record<string, string>>> {
  const renderer = startRenderer(path.resolve('dist/renderer/entry.mjs'))
  try {
    return (await renderer.render({ files, at: new Date('2026-11-30T06:00:00Z') })).pages
  } finally {
    await renderer.end()
  }
}

/** A page without its addresses in other languages, and without the switch. */
const withoutLanguages = (html: string): string =>
  html
    .replace(/<url><loc>[^<]*\/ta\/[^<]*<\/loc>.*?<\/url>\n?/g, '')
    .replace(/<(?:xhtml:)?link rel="alternate" hreflang="[^>]*>/g, '')
    .replace(/<p><a class="touch" href="\/ta\/.*?<\/noscript><\/p>/g, '')

it('are the same without another language, but for the switch and the addresses', async () => {
  const english = Object.fromEntries(Object.entries(builtFiles).filter(([file]) => !file.startsWith('content/languages/')))
  const [both, alone] = [await pagesOf(builtFiles), await pagesOf(english)]
  expect(Object.keys(alone)).toEqual(Object.keys(both).filter((file) => !file.startsWith('ta/')))
  // It ends a year after the moment at which it is rendered.
  const expected = Object.keys(alone).filter((file) => file !== '.well-known/security.txt')
  expect(expected.filter((file) => withoutLanguages(both[file] ?? '') !== alone[file])).toEqual([])
  // The nine forms, three pages around them, and the sitemap.
  expect(expected.filter((file) => both[file] !== alone[file])).toHaveLength(13)
})
