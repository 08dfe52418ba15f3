import type { APIContext } from 'astro'
import { iconResponse } from '../pictures/png.ts'

export const GET = ({ params: { icon }, request }: APIContext) => iconResponse(`${icon}.png`, request)
