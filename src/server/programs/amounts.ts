/** A number with its noun: `1 application`, `2,000 applications`. */
export const countText = (n: number, noun: string): string => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`

/** A duration in words: `3 hours`, `2 days`. */
export function durationText(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  const [n, unit]: [number, string] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day']
  return countText(n, unit)
}
