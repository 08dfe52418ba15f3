import { createHash } from 'node:crypto'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import wasm from '@resvg/resvg-wasm/index_bg.wasm?url&inline'

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
