import { pngResponse } from '../../pictures/png.ts'
import { ogPath, ogPicture } from '../../pictures/svg.ts'
import { type PublicRoute, publicRoutes } from '../../routes.ts'

export const getStaticPaths = () =>
  publicRoutes.map((route) => ({ params: { page: ogPath(route.path).slice('/og/'.length, -'.png'.length) }, props: route }))

export const GET = ({ props }: { props: PublicRoute }) => pngResponse(ogPicture(props), 1200)
