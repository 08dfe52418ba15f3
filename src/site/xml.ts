import { withoutControl } from '../content/control-signs.ts'

/** A response with an XML document. What XML cannot hold is left out: one such sign would keep readers from the whole of it. */
export const xmlResponse = (body: string, type = 'application/xml'): Response =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${withoutControl(body.toWellFormed())}\n`, {
    headers: { 'Content-Type': `${type}; charset=utf-8` },
  })
