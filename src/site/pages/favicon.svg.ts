import { markPicture } from '../pictures/svg.ts'

export const GET = () => new Response(markPicture(0.08), { headers: { 'Content-Type': 'image/svg+xml' } })
