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

/** Begins the fragment of a link that opens a form with a draft: the form starts at once. */
export const draftHash = '#draft='

/** The local storage key that a feature sets while it goes on with a form: shared drafts gave it its name. */
export const continuedFlag = (formType: string): string => `${formType}/shared`

/** Whether the page was opened with the link of a draft, or a feature goes on with the form. */
export function isContinued(formType: string): boolean {
  try {
    return location.hash.startsWith(draftHash) || localStorage.getItem(continuedFlag(formType)) !== null
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
