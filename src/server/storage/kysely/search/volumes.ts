import { words } from './fold.ts'

/**
 * The index is kept in volumes, as an encyclopaedia is: each holds the words of some thousands of applications that came one after the other, and a
 * search reads the newest volume first. So what most applications have is found without reading all that have it.
 */
const perVolume = 20_000

export const volumeOf = (seq: number): number => Math.floor(seq / perVolume)

/** Figures of a volume's number, and so the characters before every word. */
export const volumeFigures = 5

/** A word as the index has it: with its volume before it. */
export const inVolume = (volume: number, word: string): string => `${volume}`.padStart(volumeFigures, '0') + word

/** What the index holds of one application. */
export interface Entry {
  readonly seq: number
  readonly volume: number
  readonly search_text: string
  readonly facets: string
}

/** The words that the index has for an application. */
export const entryWords = ({ volume, search_text, facets }: Entry): readonly string[] =>
  [...new Set(words(`${search_text} ${facets}`))].map((word) => inVolume(volume, word))
