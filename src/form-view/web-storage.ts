/**
 * Where the browser keeps the visit's first and last arrival, as JSON text: in the session storage, so that it goes with the tab. Written by
 * the script of every page (site/sections/forms/RememberArrival.astro).
 */
export const arrivalsKey = 'kolam_origin'

/** How the visitor came, as JSON text; undefined where the browser keeps nothing. */
export function arrivals(): string | undefined {
  try {
    return sessionStorage.getItem(arrivalsKey) ?? undefined
  } catch {
    return undefined
  }
}
