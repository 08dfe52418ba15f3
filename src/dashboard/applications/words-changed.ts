/** A piece of a text: what stayed, what was taken out, what was put in. */
export interface Piece {
  readonly kind: 'same' | 'out' | 'in'
  readonly text: string
}

/** Longer changes are shown whole, as one text in place of another: comparing them costs the product of their lengths. */
const mostCompared = 250_000

const words = (text: string): readonly string[] => text.match(/\s+|[^\s]+/gu) ?? []

/** The longest run of words that both have, in order: for every pair of places the length of what follows. */
function common(before: readonly string[], after: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  for (let a = before.length - 1; a >= 0; a -= 1)
    for (let b = after.length - 1; b >= 0; b -= 1) {
      const [row, next] = [lengths[a] as Uint16Array, lengths[a + 1] as Uint16Array]
      row[b] = before[a] === after[b] ? (next[b + 1] ?? 0) + 1 : Math.max(next[b] ?? 0, row[b + 1] ?? 0)
    }
  return lengths
}

/** What of `before` became what of `after`, word by word, in the order in which it is read. */
export function wordsChanged(before: string, after: string): readonly Piece[] {
  const [old, now] = [words(before), words(after)]
  const pieces: Piece[] = []
  const add = (kind: Piece['kind'], text: string): void => {
    const last = pieces.at(-1)
    if (text === '') return
    if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text }
    else pieces.push({ kind, text })
  }
  let start = 0
  while (start < old.length && old[start] === now[start]) start += 1
  let end = 0
  while (end < Math.min(old.length, now.length) - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1
  const [left, right] = [old.slice(start, old.length - end), now.slice(start, now.length - end)]
  add('same', old.slice(0, start).join(''))
  if (left.length * right.length > mostCompared) {
    add('out', left.join(''))
    add('in', right.join(''))
  } else {
    const lengths = common(left, right)
    let [a, b] = [0, 0]
    while (a < left.length || b < right.length) {
      if (a < left.length && left[a] === right[b]) {
        add('same', left[a] ?? '')
        a += 1
        b += 1
      } else if (b >= right.length || (a < left.length && (lengths[a + 1]?.[b] ?? 0) >= (lengths[a]?.[b + 1] ?? 0))) {
        add('out', left[a] ?? '')
        a += 1
      } else {
        add('in', right[b] ?? '')
        b += 1
      }
    }
  }
  add('same', old.slice(old.length - end).join(''))
  return pieces
}
