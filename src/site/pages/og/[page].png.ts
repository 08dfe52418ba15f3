import type { APIContext } from 'astro'
import { inColours } from '../../../shared/colours.ts'
import { pngResponse } from '../../pictures/png.ts'
import { ogPath, ogPicture } from '../../pictures/svg.ts'
import { publicRoutes } from '../../routes.ts'

export const GET = ({ params: { page }, request }: APIContext) => {
  const route = publicRoutes.find(({ path }) => ogPath(path) === `/og/${page}.png`)
  return route ? pngResponse(inColours(ogPicture(route)), 1200, request) : new Response(null, { status: 404 })
}
