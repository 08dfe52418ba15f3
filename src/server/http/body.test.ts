import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allForms } from '../../forms/definitions/all.ts'
import { requestTimeouts } from '../../programs/listen.ts'
import { capsOf } from '../intake/routes.ts'
import { type Body, withBody } from './body.ts'
import { errorResponse } from './error-response.ts'
import type { Web } from './routes.ts'

const caps = capsOf(allForms({ cohorts: [] }))
const kilobyte = 1024

/** A request with this body. */
const sent = (type: string, body: BodyInit) =>
  new Request('http://localhost/', { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' } as RequestInit)
const text = (value: string): string => value

/** Calls `use` with the body of a request. Returns the status of the response. */
async function statusOf(request: Request, use: (body: Body) => void = () => {}): Promise<number> {
  const app = new Hono<Web>().post('/', (context) =>
    withBody(context, caps, (body) => {
      use(body)
      return context.text('')
    }),
  )
  app.onError((error, context) => errorResponse(context, error, new Date()))
  return (await app.request(request)).status
}

describe('the size limits of a submission', () => {
  const jsonOf = (length: number) => sent('application/json', text(JSON.stringify({ message: 'x'.repeat(length - 14) })))
  const levels = (n: number) => sent('application/json', text(`{"a":${'['.repeat(n)}1${']'.repeat(n)}}`))
  const names = (n: number) => Array.from({ length: n }, (_, index) => `n${index}`)
  it('text may have 256 KB more than the longest form in its longest encoding', async () => {
    const longest = Math.max(
      ...Object.values(allForms({ cohorts: [] })).map(({ fields }) =>
        Object.values(fields).reduce((sum, { limit = 0 }) => sum + limit, 0),
      ),
    )
    expect(caps.text).toBe(256 * kilobyte + 12 * longest)
    expect([await statusOf(jsonOf(caps.text)), await statusOf(jsonOf(caps.text + 1))]).toEqual([200, 413])
    const form = (length: number) => sent('application/x-www-form-urlencoded', text(`m=${'x'.repeat(length - 2)}`))
    expect([await statusOf(form(caps.text - 2)), await statusOf(form(caps.text + 1))]).toEqual([200, 413])
  })

  it('a multipart body may have 8 MB, and no more text than other bodies', async () => {
    const body = (name: string, length: number) =>
      sent(
        'multipart/form-data; boundary=b',
        text(`--b\r\nContent-Disposition: form-data; name="r"${name}\r\n\r\n${'x'.repeat(length)}\r\n--b--\r\n`),
      )
    const file = '; filename="a.pdf"'
    expect([
      await statusOf(body(file, 8 * kilobyte * kilobyte - 200)),
      await statusOf(body(file, 8 * kilobyte * kilobyte)),
    ]).toEqual([200, 413])
    expect(await statusOf(body('', caps.text))).toBe(413)
  })

  it('a body may have 200 names and 3 levels', async () => {
    const json = (n: number) =>
      sent('application/json', text(JSON.stringify(Object.fromEntries(names(n).map((name) => [name, ''])))))
    const form = (n: number) => sent('application/x-www-form-urlencoded', text(names(n).join('&')))
    expect([await statusOf(json(200)), await statusOf(json(201))]).toEqual([200, 413])
    expect([await statusOf(form(200)), await statusOf(form(202))]).toEqual([200, 413])
    const files = (n: number) => {
      const parts = names(n).map((name) => `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n\r\n`)
      return sent('multipart/form-data; boundary=b', text(`${parts.join('')}--b--\r\n`))
    }
    expect([await statusOf(files(200)), await statusOf(files(201))]).toEqual([200, 413])
    expect([await statusOf(levels(3)), await statusOf(levels(4))]).toEqual([200, 413])
  })
})

describe('a body that does not arrive in time', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A request whose body the test sends. `settled` records its status. */
  function reading(type: string) {
    let send: (piece: Uint8Array) => void = () => {}
    const body = new ReadableStream({
      start: (controller) => {
        send = (piece) => controller.enqueue(piece)
      },
    })
    const settled = vi.fn()
    void statusOf(sent(type, body)).then(settled)
    return { settled, send: (bytes: number) => send(new Uint8Array(bytes).fill(32)) }
  }
  const files = 'multipart/form-data; boundary=b'
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it.each([
    ['application/json', 5_000],
    ['application/x-www-form-urlencoded', 5_000],
    [files, 60_000],
  ])('%s is refused after %i ms', async (type, ms) => {
    const { settled } = reading(type)
    await pass(ms - 1)
    expect(settled).not.toHaveBeenCalled()
    await pass(1)
    expect(settled).toHaveBeenCalledWith(408)
  })

  it('without files it is refused 5 s after its last byte', async () => {
    const { settled, send } = reading('application/json')
    for (let passed = 0; passed < 40; passed += 4) {
      send(32 * kilobyte)
      await pass(4_000)
    }
    expect(settled).not.toHaveBeenCalled()
    await pass(1_000)
    expect(settled).toHaveBeenCalledWith(408)
  })

  it('with files it may take longer while 8 KB arrive a second', async () => {
    const { settled, send } = reading(files)
    await pass(50_000)
    for (let passed = 0; passed < 600; passed += 20) {
      send(20 * 8 * kilobyte)
      await pass(20_000)
    }
    expect(settled).not.toHaveBeenCalled()
    // Ten seconds were left after the first stall.
    await pass(9_999)
    expect(settled).not.toHaveBeenCalled()
    await pass(1)
    expect(settled).toHaveBeenCalledWith(408)
  })

  it('with files it is refused 60 s after its last byte, however fast it was before', async () => {
    const { settled, send } = reading(files)
    for (const wait of [0, 1_000, 59_999]) {
      await pass(wait)
      expect(settled).not.toHaveBeenCalled()
      send(2 * kilobyte * kilobyte)
    }
    await pass(59_999)
    expect(settled).not.toHaveBeenCalled()
    await pass(1)
    expect(settled).toHaveBeenCalledWith(408)
  })

  it('with files that drip it is refused after little more than 60 s', async () => {
    const { settled, send } = reading(files)
    for (let passed = 0; passed < 60; passed += 10) {
      send(kilobyte)
      await pass(10_000)
    }
    // The first KB adds nothing, the others an eighth of a second each.
    await pass(624)
    expect(settled).not.toHaveBeenCalled()
    await pass(1)
    expect(settled).toHaveBeenCalledWith(408)
  })

  it('headers may take 10 s; a request longer than the slowest upload of 16 MB', () => {
    expect(requestTimeouts).toMatchObject({ headersTimeout: 10_000, requestTimeout: (60 + 2048 + 60) * 1000 })
  })
})

describe('a multipart form', () => {
  const disposition = 'Content-Disposition: form-data; '
  const partWith = (parameters: string, content = 'x', more = ''): string =>
    `--b\r\n${disposition}${parameters}\r\n${more}\r\n${content}\r\n--b--\r\n`

  /** The status of a form, and its values and files as name, file name, type and text. */
  async function read(form: string) {
    let parts: unknown[] = []
    const status = await statusOf(sent('multipart/form-data; boundary=b', form), ({ fields, files }) => {
      const fileParts = [...files].map(([name, file]) => [name, file.name, file.type, new TextDecoder().decode(file.bytes)])
      parts = [...Object.entries(fields), ...fileParts]
    })
    return status === 200 ? parts : status
  }

  it.each([
    ['values in order', `--b\r\n${disposition}name="a"\r\n\r\nஆஷா\r\n${partWith('name="a"', '2')}`, [['a', ['ஆஷா', '2']]]],
    [
      'a file with line ends and dashes, of a type',
      partWith('name="f"; filename="அ.pdf"', '%PDF-\r\n--c\r\n', 'Content-Type: application/pdf\r\n'),
      [['f', 'அ.pdf', 'application/pdf', '%PDF-\r\n--c\r\n']],
    ],
    ['a file that was not chosen', partWith('name="a"; filename=""', ''), [['a', '', 'text/plain', '']]],
    ['quotes and line ends in a name', partWith('name="a%22b%0D%0a%41"'), [['a"b\r\n%41', 'x']]],
    ['a name without quotes', partWith('name=a; filename=x.pdf'), [['a', 'x.pdf', 'text/plain', 'x']]],
    ['a path', partWith('name="a"; filename="C:\\my\\plan.pdf"'), [['a', 'C:\\my\\plan.pdf', 'text/plain', 'x']]],
    ['an extended file name', partWith(`name="a"; filename*=UTF-8''r%C3%A9.pdf`), [['a', 'ré.pdf', 'text/plain', 'x']]],
    ['a parameter inside a quoted name', partWith('name="; filename=y"'), [['; filename=y', 'x']]],
    ['an empty value', partWith('name="a"', ''), [['a', '']]],
    ['text before the first part, and after the last', `hello\r\n${partWith('name="a"')}bye`, [['a', 'x']]],
    ['a long value', partWith('name="a"', 'y'.repeat(300_000)), [['a', 'y'.repeat(300_000)]]],
  ])('%s', async (_, form, parts) => {
    expect(await read(form)).toEqual(parts)
  })

  it.each([
    ['nothing', ''],
    ['another boundary', partWith('name="a"').replaceAll('--b', '--c')],
    ['no end', `--b\r\n${disposition}name="a"\r\n\r\nx`],
    ['headers without an end', `--b\r\n${disposition}name="a"\r\nx`],
    ['a part without a name', partWith('filename="x"')],
    ['base64', partWith('name="a"', 'YWJj', 'Content-Transfer-Encoding: base64\r\n')],
  ])('%s is malformed', async (_, form) => {
    expect(await read(form)).toBe(422)
  })

  it.each([
    '',
    '; boundary=',
    '; boundary=""',
    '; boundary',
    `; boundary=${'b'.repeat(253)}`,
    `; boundary="${'b'.repeat(15_000)}`,
  ])('needs a boundary that can be one: %s', async (parameter) => {
    expect(await statusOf(sent(`multipart/form-data${parameter}`, '--b\r\n'))).toBe(422)
  })
})
