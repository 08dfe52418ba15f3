import { pngResponse } from '../pictures/png.ts'
import { markPicture } from '../pictures/svg.ts'

export const prerender = true

export const getStaticPaths = () => ['180', '192', '512', 'maskable'].map((size) => ({ params: { size } }))

export const GET = ({ params: { size } }: { params: { size: string } }) =>
  size === 'maskable' ? pngResponse(markPicture(0.24), 512) : pngResponse(markPicture(size === '180' ? 0.21 : 0.14), Number(size))
