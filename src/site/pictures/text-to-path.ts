import outlines from '../../ui/fonts/heading-outlines.json'

const { unitsPerEm, glyphs } = outlines as unknown as {
  unitsPerEm: number
  glyphs: Readonly<Record<string, readonly [number, string]>>
}
const glyphOf = (letter: string): readonly [number, string] => glyphs[letter] ?? glyphs['-'] ?? [0, '']

/** The width of `text` in the heading's font at `size`, in the units of `size`. */
export const textWidth = (text: string, size: number): number =>
  Array.from(text).reduce((sum, letter) => sum + glyphOf(letter)[0], 0) * (size / unitsPerEm)

/** `text` in the heading's font as an SVG path, with the baseline at (x, y) and `size` units per em. A character without an outline becomes a hyphen. */
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
