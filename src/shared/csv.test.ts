import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byteOrderMark, cellText, csvLine } from './csv.ts'

/** The cell as a spreadsheet's reader gets it. */
const cellOf = (text: string): string => {
  const rows: string[][] = parse(byteOrderMark + csvLine([text, 'end']), { bom: true, record_delimiter: '\r\n' })
  expect(rows).toHaveLength(1)
  expect(rows[0]?.[1]).toBe('end')
  return rows[0]?.[0] ?? 'none'
}

describe('a cell of the CSV', () => {
  it.each([
    '+91 98400 12345',
    '+919840012345',
    '+44 20 7946 0958',
    'வணக்கம்',
    '🙂',
    'a\nb',
    'a "quoted", word',
    "it's",
    '1-2',
    '',
    'x'.repeat(40_000),
  ])('leaves %j as it is', (text) => expect(cellOf(text)).toBe(text))

  it.each([
    '=1+1',
    '=HYPERLINK("http://x.example")',
    '+1+1',
    '+91-98400-12345',
    '+91 (98400) 12345',
    '+91 98400 12345 or =1+1',
    '+91  98400',
    '+12',
    '+1234567890123456',
    '-2',
    '@x',
    '\tx',
    '\rx',
    '  =1+1',
    '＝1+1',
    "'=1",
  ])('leads %j by an apostrophe', (text) => expect(cellOf(text)).toBe(`'${text}`))

  it.each([
    ['x;=cmd|calc', "x;'=cmd|calc"],
    ['x\t=1', "x\t'=1"],
    ['- first\n- second', "'- first\n'- second"],
    ['\n=1', "'\n'=1"],
    ['a; +91 98400 12345;+1+1', "a; +91 98400 12345;'+1+1"],
    ['see a-b; c=d', 'see a-b; c=d'],
  ])('leads what a program would cut off as a cell: %j', (text, cell) => expect(cellOf(text)).toBe(cell))

  it.each([';', '\t'])('no piece of a line that is split at %j begins with a formula', (sign) => {
    const line = csvLine(['=1', 'x;=2', 'x\t@3', "'\t-4", 'a,b;\t;+5+5', 'x"; =6', 'x\n=7;=8'])
    const pieces = line.split(sign).flatMap((piece) => piece.split(/\r?\n/))
    expect(pieces.filter((piece) => /^"*\s*[=+\-@]/.test(piece))).toEqual([])
  })

  it('can be converted back to any original text', { tags: ['random'] }, () => {
    const signs = fc.string({
      unit: fc.constantFrom("'", '=', '+', '9', ' ', '-', '@', '\t', '\r', '\n', ';', '"', ',', 'த', '🙂'),
    })
    fc.assert(
      fc.property(fc.oneof(signs, fc.string()), (text) => {
        expect(cellText(cellOf(text))).toBe(text)
      }),
    )
  })
})
