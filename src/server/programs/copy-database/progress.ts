const names = { copying: 'Copying', comparing: 'Comparing', importing: 'Importing', checking: 'Checking' } as const

/** How far a step of a tool is. */
export interface Progress {
  readonly step: keyof typeof names
  readonly done: number
  readonly total: number
}

const width = 30

/** The progress of a step as a line: `Copying   [#########-------] 1,200 of 4,000`. */
export function progressLine({ step, done, total }: Progress): string {
  const full = total === 0 ? width : Math.floor((width * done) / total)
  const count = (n: number): string => n.toLocaleString('en')
  return `${names[step].padEnd(9)} [${'#'.repeat(full)}${'-'.repeat(width - full)}] ${count(done)} of ${count(total)}`
}

/**
 * Shows progress: on a terminal a bar that grows in its place, elsewhere a line for each tenth.
 * @param write takes text for standard output.
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
