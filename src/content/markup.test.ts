import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Block, parseMarkup, readMinutes, toText, wordCount } from './markup.ts'

const text = (value: string) => ({ kind: 'text', text: value }) as const
const paragraph = (source: string) => {
  const [block, ...others] = parseMarkup(source)
  expect(others).toEqual([])
  return block?.kind === 'paragraph' ? block.children : block
}

test('headings, paragraphs and both kinds of list are read', () => {
  const source = '## One\n\nFirst line\nsecond line.\n\n- a\n- b\n  goes on\n\n### Two\n1. x\n2. y\nz\n'
  expect(parseMarkup(source)).toEqual([
    { kind: 'heading', level: 2, id: 'one', children: [text('One')] },
    { kind: 'paragraph', children: [text('First line second line.')] },
    { kind: 'list', ordered: false, items: [[text('a')], [text('b goes on')]] },
    { kind: 'heading', level: 3, id: 'two', children: [text('Two')] },
    { kind: 'list', ordered: true, items: [[text('x')], [text('y z')]] },
  ] satisfies Block[])
})

test('a list that changes its kind is two lists', () => {
  expect(parseMarkup('- a\n1. b').map((block) => block.kind === 'list' && block.ordered)).toEqual([false, true])
})

test('headings of one text have ids of their own', () => {
  const ids = parseMarkup('## What it costs\n## What it costs\n## ₹\n## Don’t').map(
    (block) => block.kind === 'heading' && block.id,
  )
  expect(ids).toEqual(['what-it-costs', 'what-it-costs-2', 'part', 'dont'])
})

test('bold, italic and both are read', () => {
  expect(paragraph('a **b** *c* ***d*** **e *f* g**')).toEqual([
    text('a '),
    { kind: 'bold', children: [text('b')] },
    text(' '),
    { kind: 'italic', children: [text('c')] },
    text(' '),
    { kind: 'bold', children: [{ kind: 'italic', children: [text('d')] }] },
    text(' '),
    { kind: 'bold', children: [text('e '), { kind: 'italic', children: [text('f')] }, text(' g')] },
  ])
})

test('a link leads to a page of ours', () => {
  expect(paragraph('See [the **accelerator**](/accelerator#apply).')).toEqual([
    text('See '),
    { kind: 'link', to: '/accelerator#apply', children: [text('the '), { kind: 'bold', children: [text('accelerator')] }] },
    text('.'),
  ])
})

test.each([
  'https://other.example/',
  '//other.example',
  '//other',
  '/\\other',
  'javascript:alert',
  'JaVaScRiPt:1',
  'data:text/html,x',
  '/a?b=c',
  '../a',
  '',
])('a link to %j keeps only its words', (to) => {
  expect(paragraph(`See [this](${to}) now`)).toEqual([text('See this now')])
})

test.each([
  ['**never closed', 'never closed'],
  ['never opened**', 'never opened'],
  ['*a **b* c**', 'a b c'],
  ['** **', ''],
  ['****', ''],
  ['*****a*****', 'a'],
  ['4 * 5 = 20', '4 * 5 = 20'],
  ['2*3', '2*3'],
  ['[not a link]', '[not a link]'],
  ['[a](b', '[a](b'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['####### seven', '####### seven'],
  ['#hashtag', '#hashtag'],
  ['## ', ''],
  ['##', ''],
  ['## #', ''],
])('%j says %j', (source, said) => {
  expect(toText(parseMarkup(source))).toBe(said)
})

test('whatever comes in, nothing is thrown, no block is empty and no pair of stars is left', () => {
  const signs = fc.constantFrom(
    '*',
    '**',
    '***',
    ' ',
    '\n',
    '\r\n',
    '#',
    '## ',
    '- ',
    '1. ',
    '[',
    ']',
    '(',
    ')',
    '/',
    'a',
    'ß',
    '“',
    '🙂',
    '\0',
  )
  const source = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(signs, { maxLength: 200 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(source, (given) => {
      const blocks = parseMarkup(given)
      expect(toText(blocks)).not.toContain('**')
      for (const line of toText(blocks).split('\n')) if (blocks.length > 0) expect(line.trim()).not.toBe('')
    }),
    { numRuns: 2000 },
  )
})

test('a hundred thousand signs of every bad kind are read within two seconds each', () => {
  for (const sign of ['*', '**a', '[', '[a](', '*a ', '# ', '- ', ' ', '\n', '***a *b ** ']) {
    const started = performance.now()
    parseMarkup(sign.repeat(100_000 / sign.length))
    expect(performance.now() - started, sign).toBeLessThan(2000)
  }
})

test('words are counted, signs are not', () => {
  expect(wordCount('One two – three,  ₹5 lakh\nsix 7 … -')).toBe(7)
  expect(wordCount('')).toBe(0)
})

test('reading takes a minute for 200 words', () => {
  expect([0, 1, 299, 300, 1199, 1200, 3000].map(readMinutes)).toEqual([1, 1, 1, 2, 6, 6, 15])
})
