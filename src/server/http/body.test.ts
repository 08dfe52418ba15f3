import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allForms } from '../../forms/definitions/all.ts'
import { capsOf } from '../intake/routes.ts'
import { requestTimeouts } from '../programs/listen.ts'
import { withBody } from './body.ts'
import type { Sent } from './sent.ts'

const caps = capsOf(allForms({ cohorts: [] }))
const kilobyte = 1024

/** A request with these bytes; without bytes, one that never ends. */
const sent = (type: string, bytes?: Uint8Array): Sent => ({
  header: (name) => (name === 'content-type' ? type : undefined),
  read: (onPiece) => {
    if (bytes === undefined) return new Promise(() => {})
    onPiece(bytes)
    return Promise.resolve()
  },
})
const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const statusOf = (request: Sent): Promise<number> => withBody(request, caps, () => 200).catch(({ extras }) => extras.status)

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
    let onPiece: (piece: Uint8Array) => void = () => {}
    const ended = Promise.withResolvers<void>()
    const request: Sent = {
      header: (name) => (name === 'content-type' ? type : undefined),
      read: (receive) => {
        onPiece = receive
        return ended.promise
      },
    }
    const settled = vi.fn()
    void statusOf(request).then(settled)
    return { settled, send: (bytes: number) => onPiece(new Uint8Array(bytes)) }
  }
  const files = 'multipart/form-data; boundary=b'
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it.each([
    ['application/json', 30_000],
    ['application/x-www-form-urlencoded', 30_000],
    [files, 60_000],
  ])('%s is refused after %i ms', async (type, ms) => {
    const { settled } = reading(type)
    await pass(ms - 1)
    expect(settled).not.toHaveBeenCalled()
    await pass(1)
    expect(settled).toHaveBeenCalledWith(408)
  })

  it('without files it may take 30 s, although its bytes arrive', async () => {
    const { settled, send } = reading('application/json')
    for (let passed = 0; passed < 30_000; passed += 1_000) {
      expect(settled).not.toHaveBeenCalled()
      send(8 * kilobyte)
      await pass(1_000)
    }
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

  it('bytes above the limit of a body add no time', async () => {
    const { settled, send } = reading(files)
    send(8 * kilobyte * kilobyte)
    for (let passed = 0; passed < 60; passed += 10) {
      expect(settled).not.toHaveBeenCalled()
      send(kilobyte * kilobyte)
      await pass(10_000)
    }
    expect(settled).toHaveBeenCalledWith(408)
  })

  it('headers may take 10 s; a request longer than the slowest upload of 16 MB', () => {
    expect(requestTimeouts).toMatchObject({ headersTimeout: 10_000, requestTimeout: (60 + 2048 + 60) * 1000 })
  })
})
