import { ConfigFault } from '../server/config.ts'
import { AppError } from '../shared/errors.ts'

/** Whether an error is one of a file or of SQLite, such as a full disk. Its message says what the operator needs. */
const isOfSystem = (error: unknown): error is Error =>
  error instanceof Error && ('syscall' in error || (error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR')

/** What a program prints when it fails: one line for an error that the operator can correct; an unexpected error with its stack trace. */
export function failureText(error: unknown): unknown {
  if (error instanceof ConfigFault || isOfSystem(error)) return error.message
  if (!(error instanceof AppError)) return error
  const { message, cause } = error
  return cause instanceof Error && !message.includes(cause.message) ? `${message} (${cause.message})` : message
}

/** Runs a program. When it fails, it prints the error and exits with 1. Its files may contain personal data: only this account may read them. */
export function runProgram(main: () => Promise<void>): void {
  process.umask(0o077)
  main().catch((error: unknown) => {
    console.error(failureText(error))
    process.exit(1)
  })
}

/** A number with its noun: `1 application`, `2,000 applications`. */
export const countText = (n: number, noun: string): string => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`

/** A duration in words: `3 hours`, `2 days`. */
export function durationText(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 120) return countText(minutes, 'minute')
  if (minutes < 48 * 60) return countText(Math.round(minutes / 60), 'hour')
  return countText(Math.round(minutes / 1440), 'day')
}

const steps = { copying: 'Copying', comparing: 'Comparing', importing: 'Importing', checking: 'Checking' } as const

/** The progress of a step of a tool. */
interface Progress {
  readonly step: keyof typeof steps
  readonly done: number
  readonly total: number
}

/** The width of a bar in characters. */
const width = 30

/** The progress of a step as a line: `Copying   [#########-------] 1,200 of 4,000`. */
export function progressLine({ step, done, total }: Progress): string {
  const full = total === 0 ? width : Math.floor((width * done) / total)
  const count = (n: number): string => n.toLocaleString('en')
  return `${steps[step].padEnd(9)} [${'#'.repeat(full)}${'-'.repeat(width - full)}] ${count(done)} of ${count(total)}`
}

/**
 * Shows progress: on a terminal one bar that is redrawn, elsewhere a line for each tenth.
 * @param write writes text to standard output
 */
export function showProgress(write: (text: string) => void, terminal: boolean): (progress: Progress) => void {
  let shown = ''
  return (progress) => {
    const { step, done, total } = progress
    const finished = done === total
    if (terminal) return write(`\r${progressLine(progress)}${finished ? '\n' : ''}`)
    const tenth = `${step} ${Math.floor((10 * done) / Math.max(1, total))}`
    if (tenth === shown) return
    shown = tenth
    write(`${progressLine(progress)}\n`)
  }
}

/** With this, a program leaves texts that wait for their time: they are published then, over its own. */
export const keepWaiting = '--keep-waiting'
