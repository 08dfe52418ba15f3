import { words } from './fold.ts'

/**
 * Applications per partition. The index is partitioned in the order of submission, and a search reads the newest partition first, so that it finds matches
 * of a common word without reading all of them.
 */
const partitionSize = 20_000
/** The digits of a partition's number, with which every indexed word begins. */
const partitionDigits = 5

export const partitionOf = (seq: number): number => Math.floor(seq / partitionSize)

/** A word in the form of the index: prefixed with its partition. */
export const inPartition = (partition: number, word: string): string => `${partition}`.padStart(partitionDigits, '0') + word

/** The columns of an application that are indexed. `volume` is its partition. */
export interface IndexEntry {
  readonly seq: number
  readonly volume: number
  readonly search_text: string
  readonly facets: string
}

/** The indexed words of an application. */
export const entryWords = ({ volume, search_text, facets }: IndexEntry): readonly string[] => {
  const prefix = inPartition(volume, '')
  return Array.from(new Set(words(`${search_text} ${facets}`)), (word) => prefix + word)
}
