import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { stripped } from './picture.ts'

const base = () => sharp({ create: { width: 40, height: 20, channels: 3, background: '#b5452c' } })
const exif = { IFD0: { Make: 'Canary', Copyright: 'Canary' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 4/1 0/1' } }
const bytesOf = (bytes: Uint8Array) => {
  const result = stripped(bytes)
  return 'fault' in result ? result.fault : result.bytes
}

describe('a picture', () => {
  it.each(['jpeg', 'png'] as const)('of %s keeps its pixels, and nothing that tells place or camera', async (format) => {
    const picture = base().withExif(exif)
    const sent = await (format === 'png' ? picture.png() : picture.jpeg({ progressive: true })).toBuffer()
    expect(sent.includes('Canary')).toBe(true)
    const own = bytesOf(sent)
    if (typeof own === 'string') throw new Error(own)
    expect([own.includes('Canary'), own.includes('Exif')]).toEqual([false, false])
    const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
    expect(await pixels(own)).toEqual(await pixels(sent))
    expect(bytesOf(own)).toEqual(own)
  })

  it('of a phone stays turned as it was', async () => {
    const sent = await base().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const own = bytesOf(sent)
    if (typeof own === 'string') throw new Error(own)
    expect(await sharp(own).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 20, orientation: 6 })
  })

  it('that is hostile is refused: cut, huge, another kind, or with more after its end', async () => {
    const [jpeg, png] = [await base().jpeg().toBuffer(), await base().png().toBuffer()]
    for (const sent of [jpeg, png]) {
      expect(bytesOf(sent.subarray(0, sent.length - 20))).toMatch(/^is damaged/)
      expect(bytesOf(Buffer.concat([sent, Buffer.from('<script>canary</script>')]))).toEqual(bytesOf(sent))
    }
    const bomb = Buffer.from(png)
    bomb.writeUInt32BE(60_000, 16)
    expect(bytesOf(bomb)).toMatch(/^has more than 6,000 pixels/)
    for (const other of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a', '%PDF-1.7', ''])
      expect(bytesOf(Buffer.from(other))).toMatch(/^is no picture/)
  })

  it('of random bytes never throws, and takes no time', { tags: ['random'] }, () => {
    const starts = [Buffer.from([0xff, 0xd8, 0xff, 0xe1]), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])]
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }), (start, rest) => {
        stripped(Buffer.concat([start, rest]))
      }),
    )
  })
})
