import { words } from './fold.ts'

/**
 * Applications per partition. The index is partitioned by submission order, and a search reads the newest partition first: a word that most
 * applications have is found without reading all of them.
 */
const partitionSize = 20_000
/** Digits of a partition's number, with which every indexed word begins. */
const partitionDigits = 5

export const partitionOf = (seq: number): number => Math.floor(seq / partitionSize)

/** A word as the index has it: prefixed with its partition. */
export const inPartition = (partition: number, word: string): string => `${partition}`.padStart(partitionDigits, '0') + word

/** What the index holds of an application: columns of its row. `volume` is its partition. */
export interface IndexEntry {
  readonly seq: number
  readonly volume: number
  readonly search_text: string
  readonly facets: string
}

/** The words that the index has for an application. */
export const entryWords = ({ volume, search_text, facets }: IndexEntry): readonly string[] => {
  const prefix = inPartition(volume, '')
  return Array.from(new Set(words(`${search_text} ${facets}`)), (word) => prefix + word)
}
