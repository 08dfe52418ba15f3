import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { readPicture } from './picture.ts'

const drawn = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#804020' } }).composite([
    { input: { create: { width: width >> 1, height: height >> 1, channels: 3, background: '#2040a0' } } },
  ])
const location = { exif: { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 4/1 57/1' } } }

const read = (bytes: Uint8Array) => readPicture(bytes, 'pictures')
const faultOf = (bytes: Uint8Array): string => {
  const picture = read(bytes)
  return picture.ok ? picture.value : picture.fault
}

describe('a picture', () => {
  it('is named by its content, its size and its type', async () => {
    const files = [
      await drawn(1216, 800).webp().toBuffer(),
      await drawn(700, 301).webp({ lossless: true }).toBuffer(),
      await drawn(700, 300).webp().keepIccProfile().toBuffer(),
      await drawn(608, 700).ensureAlpha(0.5).webp().toBuffer(),
      await drawn(800, 600).jpeg().toBuffer(),
      await drawn(800, 601).jpeg({ progressive: true }).withIccProfile('p3').toBuffer(),
    ]
    expect(files.map(faultOf).map((name) => name.replace(/^[0-9a-f]{32}/, 'hash'))).toEqual([
      'hash-1216x800.webp',
      'hash-700x301.webp',
      'hash-700x300.webp',
      'hash-608x700.webp',
      'hash-800x600.jpg',
      'hash-800x601.jpg',
    ])
    expect(new Set(files.map(faultOf)).size).toBe(files.length)
  })

  it('holds nothing but the picture: no place, camera, text or other file', async () => {
    const [webp, jpeg] = [await drawn(800, 600).webp().toBuffer(), await drawn(800, 600).jpeg().toBuffer()]
    const comment = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 4, 65, 66]), jpeg.subarray(2)])
    for (const bytes of [
      await drawn(800, 600).webp().withMetadata(location).toBuffer(),
      await drawn(800, 600).jpeg().withMetadata(location).toBuffer(),
      await drawn(800, 600).jpeg().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').toBuffer(),
      Buffer.concat([webp, Buffer.from('PK\x03\x04')]),
      Buffer.concat([jpeg, Buffer.from('<script>')]),
      comment,
    ])
      expect(faultOf(bytes)).toMatch(/^The file holds more than the picture, such as the place or the camera\./)
  })

  it('is refused with what to do when it is something else', async () => {
    const moving = await sharp({
      create: { width: 700, height: 1400, channels: 3, background: '#000', pageHeight: 700, noise: { type: 'gaussian' } },
    } as never)
      .webp()
      .toBuffer()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for (const text of [svg, `<?xml version="1.0"?>\n${svg}`, `\ufeff  ${svg}`, `<!-- a -->${svg}`])
      expect(faultOf(Buffer.from(text))).toMatch(/^This is a drawing \(SVG\), which can hold programs\./)
    for (const bytes of ['', 'GIF89a', '%PDF-1.7', 'a text', await drawn(800, 600).png().toBuffer()])
      expect(faultOf(Buffer.from(bytes as string))).toBe('This is not a picture that can be stored: send WebP or JPEG.')
    expect(faultOf(moving)).toMatch(/^The picture moves\./)
    expect(faultOf(await drawn(400, 300).webp().toBuffer())).toBe(
      'The picture has 400 × 300 pixels. It must be at least 608 wide, and 152 high.',
    )
    expect(faultOf(await drawn(1300, 300).jpeg().toBuffer())).toBe(
      'The picture has 1300 × 300 pixels. Pages show at most 1216: make it smaller.',
    )
  })

  it('is refused when it is cut anywhere', async () => {
    for (const bytes of [
      await drawn(800, 600).webp().toBuffer(),
      await drawn(800, 600).jpeg().toBuffer(),
      await drawn(800, 600).jpeg({ progressive: true }).toBuffer(),
      await drawn(700, 600).ensureAlpha(0.5).webp().toBuffer(),
    ])
      for (let length = 12; length < bytes.length; length += Math.max(1, Math.floor(bytes.length / 97)))
        expect([length, faultOf(bytes.subarray(0, length))]).toEqual([length, expect.stringMatching(/damaged or incomplete/)])
  })
})
