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

/** In the browser's local storage while something waits, so that a page without a form knows that it has something to deliver. */
export const waitingFlag = 'kolam_waiting'

/** Puts the flag up, or takes it down. */
export function flagWaiting(waits: boolean): void {
  try {
    if (waits) localStorage.setItem(waitingFlag, '1')
    else localStorage.removeItem(waitingFlag)
  } catch {
    // then it goes out from the next page with a form
  }
}
