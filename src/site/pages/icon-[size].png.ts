import type { APIContext } from 'astro'
import { inColours } from '../../shared/colours.ts'
import { pngResponse } from '../pictures/png.ts'
import { icons, markPicture } from '../pictures/svg.ts'

export const GET = ({ params: { size = '' }, request }: APIContext) => {
  const icon = icons.find(({ name }) => name === size)
  return icon ? pngResponse(inColours(markPicture(icon.margin)), icon.width, request) : new Response(null, { status: 404 })
}
