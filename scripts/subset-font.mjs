// Makes src/ui/fonts from the npm package of Anek Latin: only the characters that the product uses, in three files. Every page loads the characters of
// text and headings (weights 400 to 700, normal to wide); accents and the rupee sign load only on pages that contain them.
// Also writes the glyph outlines of the heading font as JSON, from which the Open Graph pictures draw their text.
// Run by hand when the characters or the font change: node scripts/subset-font.mjs
import { readFile, writeFile } from 'node:fs/promises'
import * as harfbuzz from 'harfbuzzjs'
import subsetFont from 'subset-font'

const source = (part) =>
  new URL(`../node_modules/@fontsource-variable/anek-latin/files/anek-latin-${part}-wdth-normal.woff2`, import.meta.url)
const target = (name) => new URL(`../src/ui/fonts/${name}`, import.meta.url)

const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('')
const letters = `${ascii}\u00a0–—‘’“”…•·×©½`
const accents = '°éèêëáàâäíìîïóòôöúùûüçñåøæß'
const text = { wght: { min: 400, max: 700 }, wdth: 100 }
const textAndHeadings = { wght: { min: 400, max: 700 }, wdth: { min: 100, max: 112 } }
// Kerning, ligatures, the shapes of heavy weights, and digits of one width for counters and columns. Each brings the glyphs that it needs: 1.6 KB.
const keepFeatures = ['kern', 'liga', 'rvrn', 'tnum']

const latin = await readFile(source('latin'))
// The rupee sign is in another file of the package.
const extended = await readFile(source('latin-ext'))
for (const [name, font, signs, variationAxes] of [
  ['anek-latin.woff2', latin, letters, textAndHeadings],
  ['anek-latin-accents.woff2', latin, accents, text],
  ['anek-latin-rupee.woff2', extended, '₹', text],
]) {
  const woff2 = await subsetFont(font, signs, { targetFormat: 'woff2', variationAxes, keepFeatures })
  await writeFile(target(name), woff2)
  console.log(`${name} ${woff2.length} B`)
}

// What titles are written with: Latin-1, Latin Extended-A, Romanian, general punctuation, currencies, and the signs of sums. The font has most of them.
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).join('')
const titleLetters = `${ascii}${range(0xa1, 0x17f)}${range(0x218, 0x21b)}${range(0x2010, 0x205e)}${range(0x20a0, 0x20c0)}™−∕`
// The font has no arrows. Their corners are in its units, from the left end of the shaft.
const arrow = [-600, -100, 100, -100, 100, -360, 620, 0, 100, 360, 100, 100, -600, 100]
const directions = { '→': [1, 0], '↑': [0, 1], '←': [-1, 0], '↓': [0, -1] }
const glyphs = Object.fromEntries(
  Object.entries(directions).map(([letter, [cos, sin]]) => {
    const corners = arrow.flatMap((x, at) => (at % 2 ? [] : [[x, arrow[at + 1]]]))
    const placed = corners.map(([x, y]) => `${760 + x * cos - y * sin},${640 + x * sin + y * cos}`)
    return [letter, [1520, `M${placed.join('L')}Z`]]
  }),
)
let unitsPerEm = 0
for (const source of [latin, extended]) {
  const heading = await subsetFont(source, titleLetters, { targetFormat: 'sfnt', variationAxes: { wght: 700, wdth: 112 } })
  const face = new harfbuzz.Face(new harfbuzz.Blob(heading))
  const font = new harfbuzz.Font(face)
  const has = new Set(face.collectUnicodes())
  unitsPerEm = face.upem
  for (const letter of titleLetters) {
    if (!has.has(letter.codePointAt(0)) || letter in glyphs || letter === '\u00ad') continue
    const buffer = new harfbuzz.Buffer()
    buffer.addText(letter)
    buffer.guessSegmentProperties()
    harfbuzz.shape(font, buffer)
    const [info] = buffer.getGlyphInfos()
    const [position] = buffer.getGlyphPositions()
    // Whole units are precise enough for the pictures.
    const path = font.glyphToPath(info.codepoint).replace(/\d+\.\d+/g, (n) => String(Math.round(Number(n))))
    glyphs[letter] = [position.xAdvance, path]
  }
}
await writeFile(target('heading-outlines.json'), `${JSON.stringify({ unitsPerEm, glyphs })}\n`)
