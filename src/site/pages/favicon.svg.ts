import { markPicture } from '../og/mark.ts'

export const GET = () => new Response(markPicture(0.08), { headers: { 'Content-Type': 'image/svg+xml' } })
