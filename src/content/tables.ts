const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

/**
 * The rows of a paragraph that is a table: lines between two `|`, the second one of dashes, all with as many cells. Each with its line in the paragraph, from 0.
 * Undefined for another paragraph.
 */
export function tableRows(
  paragraph: string,
): readonly { readonly line: number; readonly cells: readonly string[] }[] | undefined {
  const lines = paragraph.split('\n')
  const [head = '', dashes = ''] = lines
  const isRow = (line: string): boolean => /^\s*\|.*[^\\]\|\s*$/.test(line) && cellsOf(line).length === cellsOf(head).length
  if (!lines.every(isRow) || !cellsOf(dashes).every((cell) => /^-{3,}$/.test(cell))) return undefined
  return lines.map((line, at) => ({ line: at, cells: cellsOf(line) })).filter(({ line }) => line !== 1)
}
