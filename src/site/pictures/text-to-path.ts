import outlines from '../../ui/fonts/heading-outlines.json'

const { unitsPerEm, glyphs } = outlines as unknown as {
  unitsPerEm: number
  glyphs: Readonly<Record<string, readonly [number, string]>>
}

/** @throws Error for a character without an outline: another sign in its place would change what is said */
function glyphOf(letter: string): readonly [number, string] {
  const glyph = glyphs[letter]
  if (glyph === undefined) throw new Error(`the heading's font has no ${JSON.stringify(letter)}`)
  return glyph
}

/** Characters that look like others, or like nothing, and are drawn as those. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/\s|[\u2000-\u200a]/g, ' '],
  [/[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g, ''],
  [/[\u2010\u2011]/g, '-'],
  [/Ĳ/g, 'IJ'],
  [/ĳ/g, 'ij'],
  [/ŉ/g, '’n'],
]

/** A text as it can be drawn; undefined when the font lacks one of its characters. */
export function drawable(text: string): string | undefined {
  const drawn = alike.reduce((words, [sign, other]) => words.replace(sign, other), text.normalize('NFC')).trim()
  return drawn !== '' && Array.from(drawn).every((letter) => Object.hasOwn(glyphs, letter)) ? drawn : undefined
}

/** The width of a drawable `text` in the heading's font at `size`, in the units of `size`. */
export const textWidth = (text: string, size: number): number =>
  Array.from(text).reduce((sum, letter) => sum + glyphOf(letter)[0], 0) * (size / unitsPerEm)

/** A drawable `text` in the heading's font as an SVG path, with the baseline at (x, y) and `size` units per em. */
export function textToPath(text: string, x: number, y: number, size: number): string {
  const scale = size / unitsPerEm
  let left = x
  let path = ''
  for (const letter of Array.from(text)) {
    const [advance, outline] = glyphOf(letter)
    const from = left
    // Coordinates are pairs; the font's y axis points upwards.
    path += outline.replace(
      /(-?\d+),(-?\d+)/g,
      (_, px: string, py: string) => `${(from + Number(px) * scale).toFixed(1)},${(y - Number(py) * scale).toFixed(1)}`,
    )
    left += advance * scale
  }
  return path
}

/** Breaks `text` into lines of at most `width` at `size`. A wider word gets its own line. */
export function wrapLines(text: string, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const line = lines.at(-1)
    if (line !== undefined && textWidth(`${line} ${word}`, size) <= width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
