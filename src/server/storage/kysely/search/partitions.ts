import { words } from './fold.ts'

/**
 * The index is kept in volumes, as an encyclopaedia is: each holds the words of some thousands of applications that came one after the other, and a
 * search reads the newest volume first. So what most applications have is found without reading all that have it.
 */
const partitionSize = 20_000

export const partitionOf = (seq: number): number => Math.floor(seq / partitionSize)

/** Figures of a volume's number, and so the characters before every word. */
export const partitionDigits = 5

/** A word as the index has it: with its volume before it. */
export const inPartition = (volume: number, word: string): string => `${volume}`.padStart(partitionDigits, '0') + word

/** What the index holds of one application. */
export interface IndexEntry {
  readonly seq: number
  readonly volume: number
  readonly search_text: string
  readonly facets: string
}

/** The words that the index has for an application. */
export const entryWords = ({ volume, search_text, facets }: IndexEntry): readonly string[] =>
  [...new Set(words(`${search_text} ${facets}`))].map((word) => inPartition(volume, word))
