import path from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigFault, programCommand } from '../../server/config.ts'
import { type FormType, readFormType } from '../../shared/form-types.ts'

export interface Options {
  readonly file: string
  /** The form of rows without a form type. */
  readonly form: FormType | undefined
  /** A dry run reads and reports, but writes nothing. */
  readonly dryRun: boolean
  /** The path of the report, a CSV file. */
  readonly report: string | undefined
  /** Queues every row for the spreadsheet too. */
  readonly mirror: boolean
  /** Whether `6/7/2025` is 7 June. */
  readonly monthFirst: boolean
}

const usage = `Usage: ${programCommand('import', 'FILE.csv|FILE.xlsx [--form Accelerator] [--dry-run] [--report FILE.csv] [--month-first] [--mirror]')}`

/** Parses the command line. @throws ConfigFault for unknown or invalid options */
export function readOptions(args: readonly string[]): Options {
  const read = () => {
    try {
      return parseArgs({
        args: [...args],
        allowPositionals: true,
        options: {
          form: { type: 'string' },
          'dry-run': { type: 'boolean', default: false },
          report: { type: 'string' },
          mirror: { type: 'boolean', default: false },
          'month-first': { type: 'boolean', default: false },
        },
      })
    } catch (error) {
      throw new ConfigFault(`${(error as Error).message.split('. ')[0]}.\n${usage}`)
    }
  }
  const { values, positionals } = read()
  const [file, ...extra] = positionals
  if (file === undefined || extra.length > 0 || !/\.(csv|xlsx)$/i.test(file)) throw new ConfigFault(usage)
  if (values.report !== undefined && path.resolve(values.report) === path.resolve(file))
    throw new ConfigFault('--report: the report would replace the file to import')
  const form = readFormType(values.form)
  if (values.form !== undefined && form === undefined)
    throw new ConfigFault(`--form: got ${JSON.stringify(values.form)}; it takes the name of a form, such as Accelerator`)
  return {
    file,
    form,
    dryRun: values['dry-run'],
    report: values.report,
    mirror: values.mirror,
    monthFirst: values['month-first'],
  }
}
