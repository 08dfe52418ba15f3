// Makes src/ui/fonts from the npm package of Anek Latin: the letters and signs that the product sets, weights 400 to 700, widths
// 100 to 112. Also writes the outlines of the heading's cut as data, from which the Open Graph pictures draw their words.
// Run by hand when the letters or the font change: node scripts/subset-font.mjs
import { readFile, writeFile } from 'node:fs/promises'
import * as harfbuzz from 'harfbuzzjs'
import subsetFont from 'subset-font'

const source = (part) =>
  new URL(`../node_modules/@fontsource-variable/anek-latin/files/anek-latin-${part}-wdth-normal.woff2`, import.meta.url)
const target = (name) => new URL(`../src/ui/fonts/${name}`, import.meta.url)

const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')
const letters = `${ascii}\u00a0–—‘’“”…•·×©°½éèêëáàâäíìîïóòôöúùûüçñåøæß`
const axes = { wght: { min: 400, max: 700 }, wdth: { min: 100, max: 112 } }

const latin = await readFile(source('latin'))
const woff2 = await subsetFont(latin, letters, { targetFormat: 'woff2', variationAxes: axes })
await writeFile(target('anek-latin.woff2'), woff2)

// The rupee stands in the package's other file.
const rupee = await subsetFont(await readFile(source('latin-ext')), '₹', { targetFormat: 'woff2', variationAxes: axes })
await writeFile(target('anek-latin-rupee.woff2'), rupee)

const heading = await subsetFont(latin, `${ascii}’“”–…`, { targetFormat: 'sfnt', variationAxes: { wght: 700, wdth: 112 } })
const face = new harfbuzz.Face(new harfbuzz.Blob(heading))
const font = new harfbuzz.Font(face)
const glyphs = {}
for (const letter of `${ascii}’“”–…`) {
  const buffer = new harfbuzz.Buffer()
  buffer.addText(letter)
  buffer.guessSegmentProperties()
  harfbuzz.shape(font, buffer)
  const [info] = buffer.getGlyphInfos()
  const [position] = buffer.getGlyphPositions()
  // Half units are finer than any picture shows.
  const path = font.glyphToPath(info.codepoint).replace(/\d+\.\d+/g, (n) => String(Math.round(Number(n))))
  glyphs[letter] = [position.xAdvance, path]
}
await writeFile(target('heading-outlines.json'), `${JSON.stringify({ unitsPerEm: face.upem, glyphs })}\n`)

console.log(`anek-latin.woff2 ${woff2.length} B, anek-latin-rupee.woff2 ${rupee.length} B`)
