import fc from 'fast-check'
import { expect, it } from 'vitest'
import { postFiles } from '../../../../content/files.ts'
import { readMarkdown } from '../../../../content/markdown.ts'
import { openText, textOf } from './post-markdown.ts'
import { postSchema } from './post-schema.ts'

const { nodes, marks } = postSchema
const bodies = Object.values(postFiles).map((text) => text.replace(/^---\n[\s\S]*?\n---\n/, ''))

const opened = (source: string) => {
  const text = openText(source)
  if (text === undefined) throw new Error('the text cannot be opened')
  return text
}

it('a post that is opened and not changed has the same bytes', () => {
  expect(bodies.length).toBeGreaterThan(10)
  for (const body of [...bodies, '', 'One.\r\n\r\n* a\r\n* b\r\n', '\n\n## A\nand *b*  \n\n\n1) x\n2) y\n\n*z*\n\n3) y\n'])
    expect(textOf(opened(body).doc, opened(body))).toBe(body)
})

it('a changed paragraph changes nothing else', () => {
  for (const body of bodies) {
    const text = opened(body)
    const at = text.doc.children.findIndex(({ type }) => type === nodes.paragraph)
    const before = body.slice(text.blocks[at]?.start, text.blocks[at]?.end)
    const children = text.doc.children.with(at, nodes.paragraph.create(null, postSchema.text('Another text.')))
    expect(textOf(nodes.doc.create(null, children), text)).toBe(body.replace(before, () => 'Another text.'))
    // Back again, every byte is.
    expect(textOf(nodes.doc.create(null, text.doc.children), text)).toBe(body)
  }
})

it.each([
  ...[
    '# no heading',
    '##x',
    '- no entry',
    '+x',
    '1. x',
    '12)y',
    '> said',
    '| a | b |',
    '--- x',
    '`code`',
    '<b>bold</b>',
    'a < b',
  ],
  ...[
    '_under_',
    'snake_case_name',
    '**stars**',
    '2 * 3',
    '[x](/apply)',
    '[x] (/apply)',
    '![x](y.jpg)',
    '&amp; &copy;',
    '&#7;',
    'Name | Stage',
    '--- | ---',
    'half[^1] of it',
    '[^1]: counted',
    '~~5,000~~ H~2~O ~5',
    '[ ] count',
    '[text][ref]',
    '==x== a = b',
    '{site.name} x^2',
    '$$x$$ $5',
    ':tada: 9:30:15',
    '2*3 = 6 and 4*5 = 20',
    'C:\\dir #1 ##',
    '-\u00a010\u00a0kg',
    'a\\b\\*',
    '~~x~~',
  ],
  ...['https://kolam.example/a_b', 'Ends with !', "“Quotes” and 'these'", '    indented'],
])('%s stays the words that were typed', (typed) => {
  for (const node of [
    nodes.paragraph.create(null, postSchema.text(typed)),
    nodes.heading.create({ level: 3 }, postSchema.text(typed)),
    nodes.bullet_list.create(null, nodes.list_item.create(null, nodes.paragraph.create(null, postSchema.text(typed)))),
    nodes.blockquote.create(null, nodes.paragraph.create(null, postSchema.text(typed, [marks.bold.create()]))),
  ]) {
    const text = textOf(nodes.doc.create(null, node), opened(''))
    expect([text, readMarkdown(text).faults]).toEqual([text, []])
    expect(opened(text).doc.child(0).textContent).toBe(typed.trim())
    expect(opened(text).doc.child(0).type).toBe(node.type)
  }
})

it('marks are written so that they are read again, or left out', () => {
  const bold = marks.bold.create()
  const italic = marks.italic.create()
  const link = marks.link.create({ to: 'https://other.example/a_(b)' })
  const of = (...parts: Parameters<typeof postSchema.text>[]) => {
    const paragraph = nodes.paragraph.create(
      null,
      parts.map((part) => postSchema.text(...part)),
    )
    const text = textOf(nodes.doc.create(null, paragraph), opened(''))
    expect(readMarkdown(text).faults).toEqual([])
    return text
  }
  expect(of(['A '], ['bold ', [bold]], ['word'])).toBe('A **bold** word\n')
  expect(of(['See!'], ['this', [link, bold]], [' and '], ['both', [bold, italic]])).toBe(
    'See\\![**this**](https://other.example/a_%28b%29) and ***both***\n',
  )
  expect(of(['one ', [bold]], ['two', [bold, italic]], [' three', [bold]])).toBe('**one *two* three**\n')
  // Markdown has no bold that ends between a sign and a letter.
  expect(of(['(a)', [bold]], ['b'])).toBe('(**a**)b\n')
  expect(of(['a', [bold]], [', b', [italic]])).toBe('**a**, *b*\n')
  expect(of(['—', [bold]], ['b'])).toBe('—b\n')
})

it('a list of numbers keeps its first one, also beside another', () => {
  const source = '1. a\n2. b\n\nText.\n\n3. c\n4. d\n'
  const text = opened(source)
  const [first, , second] = text.doc.children
  if (first === undefined || second === undefined) throw new Error('the text has lists')
  expect([first.attrs.start, second.attrs.start]).toEqual([1, 3])
  const without = textOf(nodes.doc.create(null, [first, second]), text)
  expect(without).toBe('1. a\n2. b\n3) c\n4) d\n')
  expect(readMarkdown(without).faults).toEqual([])
  expect(opened(without).doc.eq(nodes.doc.create(null, [first, second]))).toBe(true)
  const item = nodes.list_item.create(null, nodes.paragraph.create(null, postSchema.text('e')))
  const longer = nodes.ordered_list.create({ start: 3 }, [...second.children, item])
  expect(textOf(nodes.doc.create(null, longer), text)).toBe('3. c\n4. d\n5. e\n')
})

it('the address of a link is read again as it is', () => {
  for (const to of [
    "https://a.example/weaver's-guide",
    'https://a.example/?q="a"&copy;=2&amp;b',
    'https://a.example/a*b_c[d]|e~f',
  ]) {
    const link = nodes.paragraph.create(null, postSchema.text('it', [marks.link.create({ to })]))
    const text = textOf(nodes.doc.create(null, link), opened(''))
    expect(readMarkdown(text).faults).toEqual([])
    expect(opened(text).doc.child(0).child(0).marks[0]?.attrs.to).toBe(to)
  }
})

it('lists that follow each other are one, and what is empty is not written', () => {
  const item = (words: string) =>
    nodes.list_item.create(null, nodes.paragraph.create(null, words === '' ? [] : postSchema.text(words)))
  const doc = nodes.doc.create(null, [
    nodes.bullet_list.create(null, [item('a'), item('')]),
    nodes.paragraph.create(),
    nodes.bullet_list.create(null, item('b')),
    nodes.picture.create({ file: 'hall.jpg', alt: 'The [hall]' }),
  ])
  expect(textOf(doc, opened(''))).toBe('- a\n- b\n\n![The \\[hall\\]](hall.jpg)\n')
})

it('a text with more than posts have is not opened', () => {
  for (const source of ['# One', '```\ncode\n```', '<b>x</b>', '- a\n  - b', '| a |']) expect(openText(source)).toBe(undefined)
})

it('whatever is typed is read again as the same words, without a fault', { tags: ['random'] }, () => {
  const signs =
    'a b 1 2 . , * ** _ ~ ~~ ^ | [ ] ( ) { } < > = == # ## \\ ` & &amp; ! : :: - + > " \' $ $$ / @ é க ₹ — 1. 2) \u00a0'
  const typed = fc.array(fc.constantFrom(...signs.split(' '), ' ', ' '), { minLength: 1, maxLength: 12 })
  const mark = fc.constantFrom([], [marks.bold.create()], [marks.italic.create()], [marks.link.create({ to: '/apply' })])
  const kind = fc.constantFrom('paragraph', 'heading', 'ordered_list', 'blockquote')
  const shown = (words: string) => words.replace(/\s+/g, ' ').trim()
  fc.assert(
    fc.property(fc.array(fc.tuple(typed, mark), { minLength: 1, maxLength: 3 }), kind, (parts, name) => {
      const children = parts.map(([words, own]) => postSchema.text(words.join(''), own))
      const paragraph = nodes.paragraph.create(null, children)
      const inner = {
        ...{ paragraph: children, heading: children, blockquote: paragraph },
        ordered_list: nodes.list_item.create(null, paragraph),
      }
      const node = nodes[name as keyof typeof inner].create(null, inner[name as keyof typeof inner])
      fc.pre(shown(node.textContent) !== '')
      const text = textOf(nodes.doc.create(null, node), opened(''))
      expect([text, readMarkdown(text).faults]).toEqual([text, []])
      expect(shown(opened(text).doc.textContent)).toBe(shown(node.textContent))
    }),
    { numRuns: 300 },
  )
})
