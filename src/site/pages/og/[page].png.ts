import { pngResponse } from '../../pictures/png.ts'
import { ogPath, ogPicture } from '../../pictures/svg.ts'
import { type PublicRoute, publicRoutes } from '../../routes.ts'

/** Drawn by the build, which has the library for it; a page that is newer has the picture of the home page. */
export const prerender = true

export const getStaticPaths = () =>
  publicRoutes.map((route) => ({ params: { page: ogPath(route.path).slice('/og/'.length, -'.png'.length) }, props: route }))

export const GET = ({ props }: { props: PublicRoute }) => pngResponse(ogPicture(props), 1200)
