import type { Refused } from '../intake/routes.ts'
import type { Asset } from './load.ts'

/**
 * Puts a refused form, drawn with its answers and messages, in the place that its built page keeps for the form.
 * `draw` makes the markup; undefined when there is no such page or no such place in it.
 */
export const refusedDrawer =
  (site: ReadonlyMap<string, Asset>, draw: (refused: Refused) => string) =>
  (refused: Refused): { html: string; headers: Record<string, string> } | undefined => {
    const asset = site.get(refused.form.path)
    if (asset === undefined) return undefined
    const [open, close] = [`<!--form-slot:${refused.form.type}-->`, '<!--/form-slot-->']
    const page = new TextDecoder().decode(asset.bytes)
    const start = page.indexOf(open)
    const end = page.indexOf(close, start)
    if (start < 0 || end < 0) return undefined
    const html = page.slice(0, start + open.length) + draw(refused) + page.slice(end)
    // the built page's own policy: what a visitor wrote has no part in what may run
    return { html, headers: { ...asset.headers, 'Cache-Control': 'no-store' } }
  }
