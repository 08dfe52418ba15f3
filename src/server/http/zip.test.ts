import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { type Entry, zip } from './zip.ts'

async function bytesOf(entries: readonly Entry[]): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of zip(entries)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* text(value: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(value)
}

it('writes what was given, and equal bytes each time', async () => {
  const entries = () => [
    { name: 'a.csv', content: text('one,two\n') },
    { name: 'files/வ.pdf', content: Buffer.from('%PDF') },
    { name: 'empty', content: new Uint8Array() },
  ]
  const bytes = await bytesOf(entries())
  expect(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content).toString()])).toEqual([
    ['a.csv', 'one,two\n'],
    ['files/வ.pdf', '%PDF'],
    ['empty', ''],
  ])
  expect(await bytesOf(entries())).toEqual(bytes)
})

it('fails with its content, and ends the content when the reader stops', async () => {
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(1000)
    throw new Error('the database is away')
  }
  await expect(bytesOf([{ name: 'a', content: failing() }])).rejects.toThrow('the database is away')
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) yield crypto.getRandomValues(new Uint8Array(60_000))
    } finally {
      end()
    }
  }
  for await (const piece of zip([{ name: 'a', content: endless() }])) if (piece.length > 1000) break
  await ended
})
