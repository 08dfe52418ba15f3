import { pngAnswer } from '../pictures/png.ts'
import { markPicture } from '../pictures/svg.ts'

export const getStaticPaths = () => ['180', '192', '512', 'maskable'].map((size) => ({ params: { size } }))

export const GET = ({ params: { size } }: { params: { size: string } }) =>
  size === 'maskable' ? pngAnswer(markPicture(0.24), 512) : pngAnswer(markPicture(size === '180' ? 0.21 : 0.14), Number(size))
