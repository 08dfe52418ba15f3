/** What a check found: all is well, something to look at, or something that does not work. */
export interface Finding {
  readonly state: 'ok' | 'look' | 'broken'
  readonly name: string
  /** What is so, and what to do about it. */
  readonly says: string
}

export const ok = (name: string, says: string): Finding => ({ state: 'ok', name, says })
export const warning = (name: string, says: string): Finding => ({ state: 'look', name, says })
export const broken = (name: string, says: string): Finding => ({ state: 'broken', name, says })

/** A finding as its one line. */
export const findingLine = ({ state, name, says }: Finding): string => `${state.padEnd(6)} ${name}: ${says.replaceAll('\n', ' ')}`

/** A length of time as people say it: `3 hours`, `2 days`. */
export function longAgo(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  const [n, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 48 * 60
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day']
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}
