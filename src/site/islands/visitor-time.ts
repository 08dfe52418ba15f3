import { spoken, translate } from '../../shared/translate.ts'

/**
 * A moment (ISO 8601) in the visitor's time zone: `It closes on 15 Dec 2025, 10:30 where you are.`; undefined if that is the same time as in `zone`, or the
 * browser does not know the zone. It does not read the clock, so a wrong clock has no effect.
 */
export function visitorTime(moment: string, zone: string, own?: string): string | undefined {
  const words = (timeZone: string | undefined): string =>
    new Intl.DateTimeFormat(spoken() ?? 'en-GB', {
      timeZone,
      dateStyle: 'medium',
      timeStyle: 'short',
      hourCycle: 'h23',
    }).format(new Date(moment))
  try {
    return words(own) === words(zone) ? undefined : translate`It closes on ${words(own)} where you are.`
  } catch {
    return undefined
  }
}

/** Adds the time in the visitor's zone to the line about the deadline, if the page has one. */
export function addVisitorTime(root: ParentNode): void {
  const line = root.querySelector<HTMLElement>('[data-closes]')
  const { closes, zone } = line?.dataset ?? {}
  const text = closes !== undefined && zone !== undefined && visitorTime(closes, zone)
  if (text) line?.append(` ${text}`)
}
