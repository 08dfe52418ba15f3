/**
 * When a moment (ISO 8601) is by a visitor's own clocks: `It closes on 15 Dec 2025, 10:30 where you are.`; undefined where clocks show the same as in `zone`, and
 * where the browser cannot tell. It reads no clock, so a wrong one changes nothing.
 */
export function visitorTime(moment: string, zone: string, own?: string): string | undefined {
  const words = (timeZone: string | undefined): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment))
  try {
    return words(own) === words(zone) ? undefined : `It closes on ${words(own)} where you are.`
  } catch {
    return undefined
  }
}

/** Adds the visitor's own time to the deadline's line above a form, where the page has one. */
export function addVisitorTime(root: ParentNode): void {
  const line = root.querySelector<HTMLElement>('[data-closes]')
  const { closes, zone } = line?.dataset ?? {}
  const text = closes !== undefined && zone !== undefined && visitorTime(closes, zone)
  if (text) line?.append(` ${text}`)
}
