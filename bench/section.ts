/** How much to measure. */
export interface Scale {
  /** All parts take about one minute instead of ten. */
  readonly isQuick: boolean
  /** Rounds of each measurement; each round measures our server and its floors. */
  readonly rounds: number
  /** Seconds of one load. */
  readonly seconds: number
  /** How many applications the database has for the list queries; one measurement for each size. */
  readonly sizes: readonly number[]
}

/** A part of docs/performance.md. */
export interface Section {
  /** Its mark in the document. */
  readonly id: string
  /** Markdown below its heading. */
  readonly text: string
  /** SVG by file name without extension. */
  readonly plots: Readonly<Record<string, string>>
}

/** Measures each subject once a round. Every second round runs in the opposite order, so that drift of the machine affects all alike. */
export async function alternate<Subject>(
  rounds: number,
  subjects: readonly Subject[],
  measure: (subject: Subject, round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    for (const subject of round % 2 === 0 ? subjects : [...subjects].reverse()) await measure(subject, round)
}
