import { spacing, symmetricDots } from '../../../ui/kolam/dots.ts'
import { neighboursOf } from '../../../ui/kolam/grid.ts'
import kolam from '../../../ui/kolam/kolam.module.css'
import { trace } from '../../../ui/kolam/trace.ts'
import styles from './internship.module.css'

/** Nine dots, three by three. The letters a to i name them, row by row. */
const nine = symmetricDots(3, 'square')
const letters = 'abcdefghi'

/**
 * What the line joins for each role, in the order of the page: each word is a row of neighbours. The joined dots have no loop, so that one line goes
 * around all of them (trace.ts); the others stay alone.
 */
const joined: readonly (readonly string[])[] = [
  ['abc', 'def', 'ghi', 'adg'], // lines of code, indented
  ['beh', 'def'], // one product in the middle of the people who use it
  ['efcbadghi'], // growth, from one dot outwards
  ['abcfihgd'], // drawn around the user
  ['adg', 'def', 'cfi'], // two sides and a bridge
  ['ghi', 'he', 'ifc'], // bars of a chart
]

/** One closed line around the dots that `words` join. */
function lineAround(words: readonly string[]): string {
  const pairs = new Set(words.flatMap((word) => [...word].slice(1).flatMap((to, at) => [word[at] + to, to + word[at]])))
  const names = [...letters].filter((letter) => words.some((word) => word.includes(letter)))
  const dots = nine.filter((_, at) => names.includes(letters.charAt(at)))
  const across = neighboursOf(dots).map((to, at) => (pairs.has(`${names[at >> 2]}${names[to]}`) ? to : -1))
  return trace(dots, across)[0] ?? ''
}

/** The drawing of a role: the same nine dots, another line; decoration. `at` is the role's place on the page, from 0. */
export function RoleLine({ at }: { at: number }) {
  const words = joined[at % joined.length] ?? []
  return (
    <svg className={`drawing deep-ink ${styles.drawing}`} viewBox="-5.6 -5.6 11.2 11.2" aria-hidden="true">
      <path className={kolam.line} d={lineAround(words)} />
      <path className={kolam.dots} d={nine.map(({ x, y }) => `M${x * spacing} ${y * spacing}h0`).join('')} />
    </svg>
  )
}
