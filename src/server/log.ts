import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

/** An e-mail address, from the beginning of its word: a search from each of its characters would take time that grows with the square of its length. */
const address = /(?<![^\s<>"'`(){}[\],;:])[^\s<>"'`(){}[\],;:]+@[^\s<>"'`(){}[\],;:]+/g

/** A text without e-mail addresses: databases and mail providers repeat addresses in their error messages. */
export const withoutAddress = (text: string): string => text.replace(address, '[address]')

/** A serialized error with the addresses in its texts masked, at any depth. */
const withoutAddresses = (value: unknown): unknown => {
  if (typeof value === 'string') return withoutAddress(value)
  if (Array.isArray(value)) return value.map(withoutAddresses)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutAddresses(item)]))
}

/** Opens the server's log: JSON lines on standard output, or to `to`. Nothing logs personal data; addresses in errors are masked. */
export const openLog = (level: NonNullable<LoggerOptions['level']>, to?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error) => withoutAddresses(pino.stdSerializers.err(error)) },
    },
    // Not synchronous: a write for each line costs as much as the checks of a submission. The remaining lines are written at exit.
    to ?? pino.destination({ dest: 1, sync: false }),
  )
