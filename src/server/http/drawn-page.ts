import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** A built page with a part rendered for one request. Its content policy is that of the built page, so nothing that a visitor wrote can run. */
export interface DrawnPage {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** A page that a link opens. Its forms need the `Origin` header, which browsers omit with no-referrer. */
export const drawnResponse = (context: Context, { html, headers }: DrawnPage, status: ContentfulStatusCode = 200): Response =>
  context.html(html, status, { ...headers, 'Referrer-Policy': 'same-origin' })
