/**
 * The session storage key of the origin: the visit's first and last arrival, as JSON text. It stays while the tab is open. A script on every page
 * writes it (site/sections/forms/RememberArrival.astro).
 */
export const arrivalsKey = 'kolam_origin'

/** The origin of the visit, as JSON text; undefined if it is not stored. */
export function arrivals(): string | undefined {
  try {
    return sessionStorage.getItem(arrivalsKey) ?? undefined
  } catch {
    return undefined
  }
}

/** Precedes the secret in the URL of a shared draft. */
export const sharedHash = '#draft='

/** The local storage key that is set while the draft of a form is shared. */
export const sharedFlag = (formType: string): string => `${formType}/shared`

/** Whether the page was opened with the link of a shared draft, or the draft on this device is shared. */
export function isShared(formType: string): boolean {
  try {
    return location.hash.startsWith(sharedHash) || localStorage.getItem(sharedFlag(formType)) !== null
  } catch {
    return false
  }
}

/** The local storage key that is set while deliverable submissions are queued, so that a page without a form loads the script that delivers them. */
export const waitingFlag = 'kolam_waiting'

/** Sets or removes the flag. */
export function flagWaiting(isWaiting: boolean): void {
  try {
    if (isWaiting) localStorage.setItem(waitingFlag, '1')
    else localStorage.removeItem(waitingFlag)
  } catch {
    // then the next page with a form delivers the queue
  }
}
