/** A part of a text comparison: unchanged, deleted or inserted. */
interface Piece {
  readonly kind: 'same' | 'deleted' | 'inserted'
  readonly text: string
}

/** The cost is the product of both lengths in words. Above this cost, the change is one deletion and one insertion. */
const maxCost = 250_000

const tokens = (text: string): readonly string[] => text.match(/\s+|[^\s]+/gu) ?? []

/** The longest common subsequence: for every pair of indexes, its length in the remaining words. */
function common(before: readonly string[], after: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  for (let a = before.length - 1; a >= 0; a -= 1)
    for (let b = after.length - 1; b >= 0; b -= 1) {
      const row = lengths[a] as Uint16Array
      const next = lengths[a + 1] as Uint16Array
      row[b] = before[a] === after[b] ? (next[b + 1] ?? 0) + 1 : Math.max(next[b] ?? 0, row[b + 1] ?? 0)
    }
  return lengths
}

/** The changes from `before` to `after` word by word, in reading order. */
export function wordsChanged(before: string, after: string): readonly Piece[] {
  const previous = tokens(before)
  const next = tokens(after)
  const pieces: Piece[] = []
  const add = (kind: Piece['kind'], text: string): void => {
    const last = pieces.at(-1)
    if (text === '') return
    if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text }
    else pieces.push({ kind, text })
  }
  let start = 0
  while (start < previous.length && previous[start] === next[start]) start += 1
  let end = 0
  while (
    end < Math.min(previous.length, next.length) - start &&
    previous[previous.length - 1 - end] === next[next.length - 1 - end]
  )
    end += 1
  const left = previous.slice(start, previous.length - end)
  const right = next.slice(start, next.length - end)
  add('same', previous.slice(0, start).join(''))
  if (left.length * right.length > maxCost) {
    add('deleted', left.join(''))
    add('inserted', right.join(''))
  } else {
    const lengths = common(left, right)
    let a = 0
    let b = 0
    while (a < left.length || b < right.length) {
      if (a < left.length && left[a] === right[b]) {
        add('same', left[a] ?? '')
        a += 1
        b += 1
      } else if (b >= right.length || (a < left.length && (lengths[a + 1]?.[b] ?? 0) >= (lengths[a]?.[b + 1] ?? 0))) {
        add('deleted', left[a] ?? '')
        a += 1
      } else {
        add('inserted', right[b] ?? '')
        b += 1
      }
    }
  }
  add('same', previous.slice(previous.length - end).join(''))
  return pieces
}
