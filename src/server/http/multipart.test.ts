import { describe, expect, it } from 'vitest'
import { boundaryOf, partsOf } from './multipart.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })
const malformed = (): Error => new Error('malformed')
const disposition = 'Content-Disposition: form-data; '
const body = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** The parts of a body as name, file name, type and text. */
const read = (text: string, boundary = 'b') =>
  [...partsOf(body(text), boundary, (bytes) => decoder.decode(bytes), malformed)].map(({ name, fileName, type, bytes }) => [
    name,
    fileName,
    type,
    decoder.decode(bytes),
  ])
const partWith = (parameters: string, content = 'x', more = ''): string =>
  `--b\r\n${disposition}${parameters}\r\n${more}\r\n${content}\r\n--b--\r\n`

describe('the parts of a multipart form', () => {
  it('are read in order, without copying their bytes', () => {
    const text = `--b\r\n${disposition}name="name"\r\n\r\nஆஷா\r\n--b\r\n${disposition}name="resume"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-\r\n--c\r\n\r\n--b--\r\n`
    expect(read(text)).toEqual([
      ['name', undefined, 'text/plain', 'ஆஷா'],
      ['resume', 'cv.pdf', 'application/pdf', '%PDF-\r\n--c\r\n'],
    ])
    const sent = body(text)
    const [first] = partsOf(sent, 'b', (bytes) => decoder.decode(bytes), malformed)
    expect(first?.bytes.buffer).toBe(sent.buffer)
  })

  it.each([
    ['a file that was not chosen', partWith('name="a"; filename=""', ''), [['a', '', 'text/plain', '']]],
    ['quotes and line ends in a name', partWith('name="a%22b%0D%0a%41"'), [['a"b\r\n%41', undefined, 'text/plain', 'x']]],
    [
      'quotes escaped by a backslash, and other backslashes',
      partWith('name="a"; filename="C:\\my \\"best\\" plan\\"'),
      [['a', 'C:\\my "best" plan\\', 'text/plain', 'x']],
    ],
    ['a name without quotes', partWith('name=a; filename=x.pdf'), [['a', 'x.pdf', 'text/plain', 'x']]],
    [
      'an extended file name',
      partWith(`name="a"; filename="x"; filename*=UTF-8''r%C3%A9.pdf`),
      [['a', 'ré.pdf', 'text/plain', 'x']],
    ],
    ['a parameter inside a quoted name', partWith('name="; filename=y"'), [['; filename=y', undefined, 'text/plain', 'x']]],
    ['other headers', partWith('name="a"', 'x', 'X-Y: z\r\n'), [['a', undefined, 'text/plain', 'x']]],
    ['an empty value', partWith('name="a"', ''), [['a', undefined, 'text/plain', '']]],
    ['text before the first part', `hello\r\n${partWith('name="a"')}`, [['a', undefined, 'text/plain', 'x']]],
    ['text after the last part', `${partWith('name="a"')}bye`, [['a', undefined, 'text/plain', 'x']]],
    ['no part', '--b--\r\n', []],
  ])('%s', (_, text, parts) => {
    expect(read(text)).toEqual(parts)
  })

  it.each([
    ['nothing', ''],
    ['another boundary', partWith('name="a"').replaceAll('--b', '--c')],
    ['no end', `--b\r\n${disposition}name="a"\r\n\r\nx`],
    ['headers without an end', `--b\r\n${disposition}name="a"\r\nx`],
    ['a part without a name', partWith('filename="x"')],
    ['something that is no part of a form', '--b\r\nContent-Disposition: attachment; name="a"\r\n\r\nx\r\n--b--'],
    ['a header line without a colon', '--b\r\nname="a"\r\n\r\nx\r\n--b--'],
    ['an open quote', partWith('name="a')],
    ['a longer line that begins with the boundary', partWith('name="a"', 'x\r\n--by\r\nz')],
    ['line feeds only', partWith('name="a"').replaceAll('\r', '')],
    ['base64', partWith('name="a"', 'YWJj', 'Content-Transfer-Encoding: base64\r\n')],
  ])('%s is malformed', (_, text) => {
    expect(() => read(text)).toThrow('malformed')
  })

  it('reads a boundary of at most 200 characters from the content type', () => {
    expect(
      ['multipart/form-data; boundary="a b"', 'multipart/form-data', 'x', `multipart/form-data; boundary=${'x'.repeat(201)}`].map(
        boundaryOf,
      ),
    ).toEqual(['a b', undefined, undefined, undefined])
  })
})
