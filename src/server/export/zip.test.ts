import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { zip } from './zip.ts'

async function* text(value: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(value)
}

async function archive(zip64: boolean): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of zip([{ name: 'a.csv', content: text('one,two\n'), zip64 }])) pieces.push(piece)
  return Buffer.concat(pieces)
}

it('writes ZIP64 sizes in the header of a stream that may exceed 4 GB', async () => {
  const bytes = await archive(true)
  expect([bytes.readUInt16LE(4), bytes.readUInt32LE(18), bytes.readUInt32LE(22)]).toEqual([45, 0xffffffff, 0xffffffff])
  const extra = bytes.subarray(30 + 'a.csv'.length)
  expect([extra.readUInt16LE(0), extra.readUInt16LE(2)]).toEqual([1, 16])
  const descriptor = bytes.subarray(
    bytes.indexOf(Buffer.from([0x50, 0x4b, 7, 8])),
    bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])),
  )
  expect([descriptor.length, descriptor.readBigUInt64LE(16)]).toEqual([24, 8n])
  expect(Buffer.from(unzipSync(bytes)['a.csv'] ?? []).toString()).toBe('one,two\n')
})

it('writes no ZIP64 field for another stream, because some spreadsheets refuse them', async () => {
  const bytes = await archive(false)
  expect([bytes.readUInt16LE(4), bytes.readUInt32LE(18), bytes.readUInt16LE(28)]).toEqual([20, 0, 0])
  const descriptor = bytes.subarray(
    bytes.indexOf(Buffer.from([0x50, 0x4b, 7, 8])),
    bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2])),
  )
  expect(descriptor.length).toBe(16)
})
