import { isOwnPage } from './own-page.ts'

/** A run of text, or something that is set apart within it. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bold' | 'italic'; readonly children: readonly Inline[] }
  | { readonly kind: 'link'; readonly to: string; readonly children: readonly Inline[] }

type Mark = 'bold' | 'italic'
interface Open {
  readonly kind: Mark
  readonly children: Inline[]
}

const link = /\[([^[\]\n]{1,300})\]\(([^()\s]{0,300})\)/y
const stars = /\*+/y

/** Reads `**bold**`, `*italic*` and `[words](/page)` within a line. A mark that pairs with nothing is left out. */
export function parseInline(source: string): readonly Inline[] {
  const root: Inline[] = []
  const open: Open[] = []
  const here = (): Inline[] => open.at(-1)?.children ?? root
  let text = ''

  const flush = (): void => {
    if (text !== '') here().push({ kind: 'text', text })
    text = ''
  }
  /** Ends what was opened last: set apart when its mark was closed, as it stands when it never was. */
  const end = (closed: boolean): void => {
    flush()
    const last = open.pop()
    if (!last || last.children.length === 0) return
    if (closed) here().push(last)
    else here().push(...last.children)
  }
  const mark = (kind: Mark, opens: boolean, closes: boolean): void => {
    if (closes && open.some((other) => other.kind === kind)) {
      while (open.at(-1)?.kind !== kind) end(false)
      end(true)
    } else if (opens && !open.some((other) => other.kind === kind)) {
      flush()
      open.push({ kind, children: [] })
    }
  }

  for (let at = 0; at < source.length; ) {
    const run = matchAt(stars, source, at)
    if (run) {
      const next = at + run[0].length
      const before = isSpace(source[at - 1])
      const after = isSpace(source[next])
      // a star between two spaces, or between two letters, is a star: 4 * 5
      const literal = run[0].length === 1 && ((before && after) || (isWord(source[at - 1]) && isWord(source[next])))
      if (literal) text += '*'
      else for (const kind of marksOf(run[0].length, open)) mark(kind, !after, !before)
      at = next
      continue
    }
    const linked = matchAt(link, source, at)
    if (linked) {
      const [whole, words = '', to = ''] = linked
      const children = parseInline(words)
      flush()
      if (isOwnPage(to)) here().push({ kind: 'link', to, children })
      else here().push(...children)
      at += whole.length
      continue
    }
    text += source[at]
    at++
  }
  flush()
  while (open.length > 0) end(false)
  return joined(root)
}

/** What it says, without marks. */
export const plain = (children: readonly Inline[]): string =>
  children.map((child) => (child.kind === 'text' ? child.text : plain(child.children))).join('')

/** One star is italic, two are bold, three or more are both; of both, the one that was opened last is closed first. */
function marksOf(count: number, open: readonly Open[]): readonly Mark[] {
  if (count === 1) return ['italic']
  if (count === 2) return ['bold']
  return open.at(-1)?.kind === 'italic' ? ['italic', 'bold'] : ['bold', 'italic']
}

function matchAt(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(source)
}

const isSpace = (sign: string | undefined): boolean => sign === undefined || /\s/.test(sign)
const isWord = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)

/** Neighbouring runs of text as one. */
function joined(children: readonly Inline[]): readonly Inline[] {
  const result: Inline[] = []
  for (const child of children) {
    const last = result.at(-1)
    if (child.kind === 'text' && last?.kind === 'text') result[result.length - 1] = { kind: 'text', text: last.text + child.text }
    else result.push(child.kind === 'text' ? child : { ...child, children: joined(child.children) })
  }
  return result
}
