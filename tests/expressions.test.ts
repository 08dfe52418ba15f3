import { globSync, readFileSync } from 'node:fs'
import { createContext, Script } from 'node:vm'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** At this length an expression in quadratic time takes 50 to 300 ms, one in linear time less than 1 ms. */
const length = 16_000
const limitMs = 25
const units = [
  ...' \t\n\u00a0aA0é-._/@:,;"\'<>()[]{}=&%#*+|\\?!',
  ...'a.~.a~a@~a ~ a~a,~, ~ \n~\n ~-a~0.~1,~""~"a~<a~<a ~</~a/~/a~://~\r\n'.split('~'),
]
const beginnings = ['', 'a', '"', '@', 'http://']
const ends = ['', '!', ' \n\u0000', 'a']

/** The literals with an unbounded repetition in the code that runs at the server and in browsers, and where they are. */
const expressions = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.|\/migrations\/|^src\/(site|content)\//.test(file))
  .flatMap((file) => {
    const found: [at: string, literal: string][] = []
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node): void => {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
      if (ts.isRegularExpressionLiteral(node) && /[*+]|\{\d+,\}/.test(node.text)) found.push([`${file}:${line}`, node.text])
      ts.forEachChild(node, visit)
    }
    visit(source)
    return found
  })

/** The constant parts of an expression, each also as a unit. */
const partsOf = (literal: string): readonly string[] => [
  ...new Set(
    literal
      .replace(/\\[a-zA-Z]|\[[^\]]*\]/g, ' ')
      .replaceAll('\\', '')
      .match(/[\w<>/:@&;="']{2,}/g) ?? [],
  ),
]

const token =
  /\\[pP]\{[^}]*\}|\\x[\da-f]{2}|\\u(?:[\da-f]{4}|\{[^}]*\})|\\.|\[(?:\\.|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<\w+>)|\{\d+(?:,\d*)?\}|./gisu
const members = [...'a1 <"/-.@:_~\n', '\u00e9', '\u0301', '\u200d', '\ufeff', '\ud800', '\u0000', '\u{1f642}']

/**
 * What an expression matches, in order: its constant parts, and one member of each class; also those of all its alternatives. A text that nearly matches it
 * again and again consists of these.
 */
function elementsOf(body: string, flags: string): readonly string[] {
  const elements: string[] = []
  let isConstant = false
  for (const [part] of body.matchAll(token)) {
    const [, times] = /^\{(\d+)/.exec(part) ?? []
    if (times !== undefined) elements.push((elements.pop() ?? '').repeat(Math.min(16, Math.max(1, Number(times)))))
    if (/^[*+?|()^$]$|^\(\?|^\{|^\\b$/i.test(part)) isConstant = false
    else if (/^[^[\\.]$/u.test(part) || /^\\[^\w]$/u.test(part)) {
      const sign = part.length > 1 && part.startsWith('\\') ? part.slice(1) : part
      if (isConstant) elements.push((elements.pop() ?? '') + sign)
      else elements.push(sign)
      isConstant = true
    } else {
      const single = new RegExp(`^(?:${part})$`, flags.replace(/[gy]/g, ''))
      elements.push(
        members.find((member) => single.test(member)) ??
          String.fromCharCode(Array.from({ length: 0x3000 }, (_, n) => n).find((n) => single.test(String.fromCharCode(n))) ?? 0),
      )
      isConstant = false
    }
  }
  return elements
}

/** Texts of an expression's own elements: some of them, and then some repeated without an end. */
function ownTexts(body: string, flags: string): readonly string[] {
  const elements = elementsOf(body, flags)
  const windows = elements.flatMap((_, at) => [1, 2, 3, 4].map((count) => elements.slice(at, at + count).join('')))
  const starts = [...new Set(elements.map((_, at) => elements.slice(at, at + 2).join('')).concat(elements, ''))]
  return [...new Set(windows)]
    .filter((unit) => unit !== '')
    .flatMap((unit) => starts.map((start) => start + unit.repeat((2 * length) / unit.length)))
}

const run = new Script(
  'for (const text of texts) { const from = cpu(); text.replace(expression, ""); if (note(text, cpu() - from)) break }',
)

/** The text on which an expression takes longer than the limit; undefined if there is none. */
function slowOn(literal: string): string | undefined {
  const [, body = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(literal) ?? []
  const parts = partsOf(literal)
  const pumped = [...units, ...parts]
    .flatMap((unit) =>
      [...beginnings, ...parts].flatMap((beginning) => ends.map((end) => beginning + unit.repeat(length / unit.length) + end)),
    )
    .concat(ownTexts(body, flags))
  const expression = new RegExp(body, flags.includes('g') || flags.includes('y') ? flags : `${flags}g`)
  const cpu = (): number => process.threadCpuUsage().user / 1000
  const slow = (texts: readonly string[]): string | undefined => {
    let last = 'the first text'
    let found: string | undefined
    const note = (text: string, ms: number): boolean => {
      last = text
      if (ms > limitMs) found = text
      return ms > limitMs
    }
    try {
      run.runInContext(createContext({ texts, expression, cpu, note }), { timeout: 5000 })
    } catch {
      return `what follows ${last.slice(0, 20)}`
    }
    return found
  }
  const found = slow(pumped)
  if (found === undefined) return undefined
  // Twice more: the collector of garbage may have run, or the machine was busy.
  const again = found.startsWith('what follows') ? pumped : [found]
  return slow(again) !== undefined && slow(again) !== undefined ? found.slice(0, 30) : undefined
}

test.each([
  String.raw`/<[^<>]*\/officeDocument["'][^<>]*>/`,
  String.raw`/<a\s+href="[^"]*"[^>]*>x<\/a>/`,
  String.raw`/\bkey="[^"]*";.*end/`,
  String.raw`/(?:\d{2}:)+\d{2}Z/`,
])('an expression that is slow on its own parts is noticed: %s', (literal) => {
  expect(slowOn(literal)).toBeDefined()
})

test('every regular expression takes linear time on repeated text', () => {
  const texts = new Map([...new Set(expressions.map(([, literal]) => literal))].map((literal) => [literal, slowOn(literal)]))
  const slow = expressions.flatMap(([at, literal]) => {
    const text = texts.get(literal)
    return text === undefined ? [] : [`${at} ${literal} is slow on ${JSON.stringify(text)}`]
  })
  expect(slow).toEqual([])
}, 600_000)
