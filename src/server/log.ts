import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

/** What looks like an e-mail address: databases and mail providers repeat them in what they say of a failure. */
const address = /[^\s<>"'`(){}[\],;:]+@[^\s<>"'`(){}[\],;:]+/g

/** A serialized error, however deep, without the addresses in its texts. */
const withoutAddresses = (value: unknown): unknown => {
  if (typeof value === 'string') return value.replace(address, '[address]')
  if (Array.isArray(value)) return value.map(withoutAddresses)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutAddresses(item)]))
}

/** The server's log: JSON lines, on standard output unless told otherwise. No personal data goes in; what errors carry of it is masked. */
export const openLog = (level: NonNullable<LoggerOptions['level']>, to?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error) => withoutAddresses(pino.stdSerializers.err(error)) },
    },
    // Lines of one turn are written together: a write for each costs as much as the checks of a submission. What is left is written at the exit.
    to ?? pino.destination({ dest: 1, sync: false }),
  )
