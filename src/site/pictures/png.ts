import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const cacheFolder = path.resolve('.cache/pictures')

/** The file of a rendered drawing in the cache. */
export const cachedPng = (svg: string, width: number): string =>
  path.join(cacheFolder, `${createHash('sha256').update(`${width}\n${svg}`).digest('hex').slice(0, 32)}.png`)

/** The last chunk of every PNG file. A build that was interrupted may have left a file without it. */
const endChunk = Buffer.from('IEND\xae\x42\x60\x82', 'latin1')

/** Renders an SVG drawing as PNG, `width` pixels wide. It is cached in .cache by content, so that a second build only reads it. */
export async function renderPng(svg: string, width: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = cachedPng(svg, width)
  const cached = await readFile(file).catch(() => undefined)
  if (cached?.subarray(-endChunk.length).equals(endChunk)) return new Uint8Array(cached)
  const png = await sharp(Buffer.from(svg)).resize({ width }).png({ palette: true, colours: 64, effort: 4 }).toBuffer()
  await mkdir(cacheFolder, { recursive: true })
  await writeFile(file, png)
  return new Uint8Array(png)
}

/** An SVG drawing as a response with a PNG file. */
export const pngResponse = async (svg: string, width: number): Promise<Response> =>
  new Response(await renderPng(svg, width), { headers: { 'Content-Type': 'image/png' } })
