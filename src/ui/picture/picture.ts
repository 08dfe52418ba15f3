import { pictureHead } from './picture-head.ts'

// A picture in the browser: read, drawn anew at the size that is needed, and written. A canvas has pixels alone, without the place and the camera.

const maxMegabytes = 15

/** Why a picture cannot be added: a sentence for the editor. */
export class PictureFault extends Error {
  override readonly name = 'PictureFault'
}

/** The formats that are read, by how their files begin. */
const formats: readonly (readonly [name: string, start: RegExp])[] = [
  ['JPEG', /^\xff\xd8\xff/],
  ['PNG', /^\x89PNG/],
  ['WebP', /^RIFF[\s\S]{4}WEBP/],
  ['AVIF', /^[\s\S]{4}ftypavi[fs]/],
  ['HEIC', /^[\s\S]{4}ftyp(?:hei[cfmsx]|hev[cmsx]|mif1|msf1)/],
]

const kinds = 'JPEG, PNG, WebP, AVIF or SVG'

/** A larger one takes more memory than a browser has for a page, and some browsers then say nothing. */
const mostPixels = 120e6

/** So much of a file has its size, also behind the picture of a preview. */
const headBytes = 256 * 1024

/** A drawing (SVG) as its pixels: a browser draws it as a picture without its programs, and without what it would load. @throws PictureFault */
async function rasterised(file: Blob, width: number): Promise<ImageBitmap> {
  const address = URL.createObjectURL(new Blob([file], { type: 'image/svg+xml' }))
  try {
    const image = Object.assign(new Image(), { src: address })
    await image.decode()
    const height = Math.round((image.naturalHeight * width) / image.naturalWidth)
    if (!(height > 0 && height <= 4 * width)) throw new Error(`a drawing of ${image.naturalWidth} × ${image.naturalHeight}`)
    return await createImageBitmap(image, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' })
  } catch {
    throw new PictureFault('The drawing cannot be read. Save it as PNG, and add that.')
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Reads a picture upright. @param width the largest that is needed @throws PictureFault */
export async function decoded(file: Blob, width: number): Promise<ImageBitmap> {
  if (file.size > maxMegabytes * 1024 * 1024)
    throw new PictureFault(
      `The picture has ${(file.size / 1024 / 1024).toFixed(1)} MB. At most ${maxMegabytes} MB can be added: save it smaller.`,
    )
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 1000).arrayBuffer()))
  if (file.type === 'image/svg+xml' || /<svg[\s>]/i.test(start)) return rasterised(file, width)
  const { size, moves } = pictureHead(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))
  if (moves)
    throw new PictureFault(
      'The picture moves, and pages show only pictures that stand still. Save one picture of it as PNG or JPEG, and add that.',
    )
  if (size !== undefined && size[0] * size[1] > mostPixels)
    throw new PictureFault(
      `The picture has ${size[0].toLocaleString('en')} × ${size[1].toLocaleString('en')} pixels, which is too large to be read here. Save it smaller: at most ${width} in width are needed.`,
    )
  const format = formats.find(([, pattern]) => pattern.test(start))?.[0]
  if (format === undefined) throw new PictureFault(`This is not a picture that can be added: ${kinds}.`)
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    throw new PictureFault(
      format === 'HEIC'
        ? `This browser cannot read HEIC. Save the picture as JPEG, or add it in Safari.`
        : 'The picture is damaged or incomplete. Open the original, save it again, and add that.',
    )
  }
}

export const encoded = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality))

/** Draws a picture. @param ground the colour behind it; none keeps what is transparent */
export function drawn(bitmap: ImageBitmap, width: number, height: number, ground?: string): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  if (context === null) throw new PictureFault('This browser cannot draw the picture. Try another browser.')
  if (ground !== undefined) {
    context.fillStyle = ground
    context.fillRect(0, 0, width, height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return canvas
}
