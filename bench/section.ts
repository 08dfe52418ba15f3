/** How much is measured. */
export interface Scale {
  /** A minute in all, in place of ten. */
  readonly isQuick: boolean
  /** Rounds of each measurement; ours and the floors take turns in each. */
  readonly rounds: number
  /** Seconds of one load. */
  readonly seconds: number
  /** Sizes of the database in the questions of the desk. */
  readonly sizes: readonly number[]
}

/** A part of docs/performance.md. */
export interface Section {
  /** Its mark in the document. */
  readonly id: string
  /** Markdown below its heading. */
  readonly text: string
  /** SVG by the name of its file, without ending. */
  readonly plots: Readonly<Record<string, string>>
}

/** Measures each of `subjects` once a round, every second round in the opposite order, so that none has the better moments. */
export async function alternate<Subject>(
  rounds: number,
  subjects: readonly Subject[],
  measure: (subject: Subject, round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    for (const subject of round % 2 === 0 ? subjects : [...subjects].reverse()) await measure(subject, round)
}
