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
