import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

/** An e-mail address: databases and mail providers repeat addresses in their error messages. */
const address = /[^\s<>"'`(){}[\],;:]+@[^\s<>"'`(){}[\],;:]+/g

/** A serialized error with the addresses in its texts masked, at any depth. */
const withoutAddresses = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(address, '[address]')
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
