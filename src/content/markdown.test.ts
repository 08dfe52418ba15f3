import { expect, test } from 'vitest'
import { type Block, readMarkdown, toText } from './markdown.ts'

const text = (value: string) => ({ kind: 'text', text: value }) as const
const blocksOf = (source: string) => {
  const { blocks, faults } = readMarkdown(source)
  expect(faults).toEqual([])
  return blocks
}
const paragraph = (source: string) => {
  const [block, ...more] = blocksOf(source)
  expect(more).toEqual([])
  return block?.kind === 'paragraph' ? block.children : block
}

test('headings, paragraphs and both kinds of list are read', () => {
  const source = '## One\n\nFirst line\nsecond line.\n\n- a\n- b\n  goes on\n\n### Two\n1. x\n2. y\nz\n'
  expect(blocksOf(source)).toEqual([
    { kind: 'heading', level: 2, id: 'one', children: [text('One')] },
    { kind: 'paragraph', children: [text('First line second line.')] },
    { kind: 'list', ordered: false, items: [[text('a')], [text('b goes on')]] },
    { kind: 'heading', level: 3, id: 'two', children: [text('Two')] },
    { kind: 'list', ordered: true, items: [[text('x')], [text('y z')]] },
  ] satisfies Block[])
})

test('a list that changes its kind is two lists', () => {
  expect(blocksOf('- a\n1. b').map((block) => block.kind === 'list' && block.ordered)).toEqual([false, true])
})

test('headings with the same text have different ids', () => {
  const ids = blocksOf('## What it costs\n## What it costs\n## ₹\n## Don’t').map((block) => block.kind === 'heading' && block.id)
  expect(ids).toEqual(['what-it-costs', 'what-it-costs-2', 'part', 'dont'])
})

test('bold, italic and both are read', () => {
  expect(paragraph('a **b** *c* ***d*** **e *f* g**')).toEqual([
    text('a '),
    { kind: 'bold', children: [text('b')] },
    text(' '),
    { kind: 'italic', children: [text('c')] },
    text(' '),
    { kind: 'italic', children: [{ kind: 'bold', children: [text('d')] }] },
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
  'http://other.example/',
  '//other.example',
  '//other',
  '/\\other',
  'javascript:alert',
  'JaVaScRiPt:1',
  'data:text/html,x',
  '/a?b=c',
  '../a',
  '',
])('a link to %j is a fault', (to) => {
  expect(readMarkdown(`See [this](${to}) now`).faults).toEqual([
    {
      line: 1,
      message: expect.stringMatching(
        /^a link to ".*": use a page of this site such as \/apply, or a complete address such as https:/,
      ),
    },
  ])
})

test('a link to another site keeps its address', () => {
  expect(paragraph('See [this](https://other.example/a?b=c)')).toEqual([
    text('See '),
    { kind: 'link', to: 'https://other.example/a?b=c', children: [text('this')] },
  ])
})

test('a quotation has its paragraphs, and a picture its file and its words', () => {
  const source = '> One **two**\n>\n> Three\n\n![Founders at a table](demo-day.jpg)\n'
  const blocks = blocksOf(source)
  expect(blocks).toEqual([
    { kind: 'quotation', paragraphs: [[text('One '), { kind: 'bold', children: [text('two')] }], [text('Three')]] },
    { kind: 'picture', file: 'demo-day.jpg', alt: 'Founders at a table' },
  ] satisfies Block[])
  expect(toText(blocks)).toBe('One two\nThree')
})

test.each([
  ['4 * 5 = 20', '4 * 5 = 20'],
  ['2*3', '2*3'],
  ['a \\* b\\*', 'a * b*'],
  ['[not a link]', '[not a link]'],
  ['He said [sic] it. […]', 'He said [sic] it. […]'],
  ['\\[x\\](b) a\\|b \\~\\~c\\~\\~', '[x](b) a|b ~~c~~'],
  ['~5,000, #1 in C#, a = b, 3 < 5 > 4, <3, snake_case', '~5,000, #1 in C#, a = b, 3 < 5 > 4, <3, snake_case'],
  ['un*believ*able and **3**rd', 'unbelievable and 3rd'],
  ['#hashtag', '#hashtag'],
  ['a &amp; b', 'a & b'],
  ['## ', ''],
])('%j reads as %j', (source, shown) => {
  expect(toText(blocksOf(source))).toBe(shown)
})

test.each([
  ['##No space', 'a heading without a space after its #: put one there; this'],
  ['-no space', 'a list entry without a space after its sign: put one there; this'],
  ['1.no space', 'a list entry without a space after its number: put one there; this'],
  ['See [us] (/apply).', 'a link with a space before its address: take it out; this'],
  ['one  \ntwo', 'a line break in a paragraph (two spaces or a \\ at the end of a line): begin a new paragraph; it'],
])('%j is nearly right, and a fault', (source, name) => {
  expect(readMarkdown(`Text.\n\n${source}`).faults).toEqual([{ line: 3, message: `${name} is not supported in posts` }])
})

const stray = 'the text that begins here has a * or ** without a partner'

test.each([
  ['**never closed', stray],
  ['never opened**', stray],
  ['A `lonely sign', 'code with ` is not supported in posts'],
  ['A <b title="x', 'HTML is not supported in posts'],
  ['A _lonely sign', 'emphasis with _: use * is not supported in posts'],
  ['Title\n===', 'a heading with a line under it: use ## or ### is not supported in posts'],
  ['- a\n  - b', 'a list entry of several parts is not supported in posts'],
  ['    code', 'a block of code is not supported in posts'],
  ['[a]: /b', 'an address of a link elsewhere is not supported in posts'],
  ['> - a', 'a quotation of more than paragraphs is not supported in posts'],
  ['![](a.jpg)', 'the picture a.jpg needs a description for people who do not see it: ![what it shows](a.jpg)'],
  ['![A table](A.JPG)', 'the picture "A.JPG" should be the name of a file in content/pictures, such as demo-day.jpg'],
  ['See ![a](a.jpg) here', 'a picture within a paragraph: put it between two empty lines, and is not supported in posts'],
  [
    '![a](a.jpg “b”)',
    'a picture with a title, or one that is not closed: write ![what it shows](file.jpg); this is not supported in posts',
  ],
])('%j is a fault on its line', (source, message) => {
  expect(readMarkdown(`Text.\n\n${source}\n`).faults).toEqual([{ line: 3, message: message }])
})

const space = '\u00a0'
const within = 'a * within words or numbers: write \\* for one that readers should see; emphasis there'

test.each([
  ['2*3 = 6 and 4*5 = 20', within],
  ['2*3*4', within],
  ['a*b*c', within],
  ['2**3 = 8 and 4**5 = 1024', within],
  ['*a b*c', within],
  [`##${space}Heading`, 'a heading with a fixed space after its #: type a plain one; this'],
  [`-${space}entry`, 'a list entry with a fixed space after its sign: type a plain one; this'],
  [`1.${space}entry`, 'a list entry with a fixed space after its sign: type a plain one; this'],
  [`1)\u2003entry`, 'a list entry with a fixed space after its sign: type a plain one; this'],
  ['• entry', 'a list entry with another sign than -: use -; this'],
  ['Name | Stage', 'a table'],
  ['--- | ---', 'a table'],
  ['Half[^1] of it', 'a footnote'],
  ['[^1]: Counted by hand, twice.', 'a footnote'],
  ['The fee was ~~5,000~~ 3,000.', 'struck-out text'],
  ['- [ ] count', 'a task'],
  ['- [x] count', 'a task'],
  ['See [text][ref].', 'a link with its address elsewhere'],
  ['A ==word==.', 'marked text with =='],
  ['So :tada:.', 'the name of an emoji: type the emoji; this'],
  ['::: warning', 'a box of :::'],
  ['[a](b', 'a bracket: write \\[ for one that readers should see; a link that is not closed'],
  ['[[wiki]]', 'a bracket: write \\[ for one that readers should see; a link that is not closed'],
  ...['H~2~O', 'x^2^', '{.class}', '{site.name}', 'C:\\dir', '$$x$$', 'word_ word'].map((source) => [
    source,
    'a sign that may be a mark: write \\ before one that readers should see; this',
  ]),
  ['## What is C #', 'a # at the end of a heading, which readers would not see: write \\# for one that they should see; it'],
  ['[a](https://other.example/b "Title")', 'a title of a link, which readers would not see: put it into the text; it'],
])('%j would be shown as signs or lose some, and is a fault', (source = '', name) => {
  expect(readMarkdown(`Text.\n\n${source}\n`).faults).toEqual([{ line: 3, message: `${name} is not supported in posts` }])
})

test.each([
  ['![a](b.jpg "Title")', 'the picture b.jpg has a title, which readers would not see: write ![what it shows](b.jpg)'],
  ['A &#7; bell', 'the text that begins here has a sign that cannot be shown: delete it'],
  ['A &#0; bell', 'the text that begins here has a sign that cannot be shown: delete it'],
])('%j loses something, and is a fault', (source, message) => {
  expect(readMarkdown(`Text.\n\n${source}\n`).faults).toEqual([{ line: 3, message }])
})

test('a gap in the numbers of a list is a fault at its entry', () => {
  const gap = (line: number, shown: number, written: number) => ({
    line,
    message: `readers would see ${shown} in place of ${written}: number the entries without gaps`,
  })
  expect(readMarkdown('1. a\n3. b').faults).toEqual([gap(2, 2, 3)])
  expect(readMarkdown('5. a\n5. b\n6. c').faults).toEqual([gap(2, 6, 5)])
})

test('a second line that is no list entry of its own is a fault', () => {
  expect(readMarkdown('The steps:\n2. count').faults).toEqual([
    { line: 2, message: 'a list entry within a paragraph: put an empty line before it; this is not supported in posts' },
  ])
})

test('a list keeps its first number, and one of equal numbers counts on', () => {
  expect(blocksOf('1. a\n2. b\n\nText.\n\n3. c\n4. d\n\n0) e')).toMatchObject([
    { ordered: true, items: [[text('a')], [text('b')]] },
    {},
    { ordered: true, start: 3, items: [[text('c')], [text('d')]] },
    { ordered: true, start: 0 },
  ])
  expect(blocksOf('1. a\n1. b')).toEqual([{ kind: 'list', ordered: true, items: [[text('a')], [text('b')]] }])
})

test('a simple table has rows of cells; a fault in one is at its line', () => {
  const table = '| Who | **How many** |\n| --- | --- |\n| [We](/apply) | 1 \\| 2 |\n| They |  |'
  expect(blocksOf(`Text.\n\n${table}`)[1]).toEqual({
    kind: 'table',
    rows: [
      [[text('Who')], [{ kind: 'bold', children: [text('How many')] }]],
      [[{ kind: 'link', to: '/apply', children: [text('We')] }], [text('1 | 2')]],
      [[text('They')], []],
    ],
  })
  expect(readMarkdown(`Text.\n\n${table.replace('They', '`They`')}`).faults).toEqual([
    { line: 6, message: 'code with ` is not supported in posts' },
  ])
})

test('what is nearly a table is one fault, at its first line', () => {
  const fault = (line: number) => ({ line, message: 'a table is not supported in posts' })
  const uneven = '| a | b |\n| --- | --- |\n| c |'
  expect(readMarkdown(`| a | **b** |\n| - | - |\n| c | d |\n\nText.\n\n| e |\n| - |\n\n${uneven}`).faults).toEqual([
    ...[fault(1), fault(7), fault(10)],
  ])
})
