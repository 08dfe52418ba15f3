/** The result of a check. `warning`: it works, and something should be changed. `broken`: it does not work. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'broken'
  readonly name: string
  /** The result, and what to do about it. */
  readonly message: string
}

/** A finding of something that works. */
export const ok = (name: string, message: string): Finding => ({ state: 'ok', name, message })
/** A finding of something that works and should be changed. */
export const warning = (name: string, message: string): Finding => ({ state: 'warning', name, message })
/** A finding of something that does not work. */
export const broken = (name: string, message: string): Finding => ({ state: 'broken', name, message })

/** A finding as a line of the report. */
export const findingLine = ({ state, name, message }: Finding): string =>
  `${state.padEnd('warning'.length)} ${name}: ${message.replaceAll('\n', ' ')}`
