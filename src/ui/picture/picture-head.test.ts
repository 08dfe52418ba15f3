import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureHead } from './picture-head.ts'

const still = (width = 640, height = 480) => sharp({ create: { width, height, channels: 3, background: '#804020' } })
const moving = () =>
  sharp({
    create: { width: 32, height: 48, channels: 3, background: '#000', pageHeight: 24, noise: { type: 'gaussian' } },
  } as never)

/** A chunk of a PNG, whose sum nobody reads here. */
const chunk = (name: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, data, Buffer.alloc(4)])
}

test.each([
  ['PNG', () => still().png().toBuffer()],
  ['JPEG', () => still().jpeg().toBuffer()],
  [
    'JPEG that says where it was taken',
    () =>
      still()
        .withExif({ IFD0: { Copyright: 'x'.repeat(5_000) } })
        .jpeg({ progressive: true })
        .toBuffer(),
  ],
  ['WebP', () => still().webp().toBuffer()],
  ['WebP with a colour profile', () => still().withMetadata({ icc: 'p3' }).webp().toBuffer()],
  ['AVIF', () => still().avif({ effort: 0 }).toBuffer()],
])('a still %s has its size', async (_, make) => {
  expect(pictureHead(await make())).toEqual({ size: [640, 480], moves: false })
})

test('a picture that moves says so', async () => {
  expect(pictureHead(await moving().webp().toBuffer())).toEqual({ size: [32, 24], moves: true })
  expect(pictureHead(await moving().gif().toBuffer())).toMatchObject({ moves: true })
  const png = await still().png().toBuffer()
  expect(pictureHead(Buffer.concat([png.subarray(0, 33), chunk('acTL', Buffer.alloc(8)), png.subarray(33)])).moves).toBe(true)
})

test('what is cut off, damaged or no picture has no size', async () => {
  const jpeg = await still().jpeg().toBuffer()
  for (const bytes of [
    new Uint8Array(),
    Buffer.from('a text that is no picture, and longer than a head'),
    jpeg.subarray(0, 60),
    Buffer.alloc(64, 0xff),
  ])
    expect(pictureHead(bytes)).toEqual({ size: undefined, moves: false })
})
