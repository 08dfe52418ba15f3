import { createHash } from 'node:crypto'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import wasm from '@resvg/resvg-wasm/index_bg.wasm?url&inline'
import { inColours } from '../../shared/colours.ts'
import { icons, markPicture } from './svg.ts'

let ready: Promise<void> | undefined

/** An SVG drawing without fonts as a PNG file, `width` pixels wide. It is not drawn for a request that names its ETag as one that is there. */
export async function pngResponse(svg: string, width: number, request: Request): Promise<Response> {
  const etag = `"${createHash('sha256').update(`${width}\n${svg}`).digest('hex').slice(0, 24)}"`
  const headers = { 'Content-Type': 'image/png', ETag: etag }
  if (request.headers.get('If-None-Match')?.includes(etag)) return new Response(null, { status: 304, headers })
  ready ??= initWasm(Buffer.from(wasm.slice(wasm.indexOf(',') + 1), 'base64'))
  await ready
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: width } })
  return new Response(new Uint8Array(drawing.render().asPng()), { headers })
}

/** A PNG file as an icon file: a header for one picture of 32 pixels, then its bytes. */
function inIconFile(png: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(22)
  for (const [at, value] of [
    [2, 1],
    [4, 1],
    [10, 1],
    [12, 32],
    [18, 22],
  ] as const)
    header.writeUInt16LE(value, at)
  header.set([32, 32], 6)
  header.writeUInt32LE(png.length, 14)
  return new Uint8Array([...header, ...png])
}

/** Our mark as the icon file of a name; 404 where there is none of it. */
export async function iconResponse(file: string, request: Request): Promise<Response> {
  const icon = icons.find((each) => each.file === file)
  if (icon === undefined) return new Response(null, { status: 404 })
  const response = await pngResponse(inColours(markPicture(icon.margin)), icon.width, request)
  if (!file.endsWith('.ico') || response.status !== 200) return response
  response.headers.set('Content-Type', 'image/x-icon')
  return new Response(inIconFile(await response.bytes()), response)
}
