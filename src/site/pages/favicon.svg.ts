import { markPicture } from '../pictures/mark.ts'

export const GET = () => new Response(markPicture(0.08), { headers: { 'Content-Type': 'image/svg+xml' } })
