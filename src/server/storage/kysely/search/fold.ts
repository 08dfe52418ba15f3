import type { Application } from '../../../../applications/application.ts'
import type { Forms } from '../../../../forms/definitions/all.ts'
import { searchTexts } from '../../search-text.ts'

/** The longest run of word characters that is one word: an index takes no longer ones, and nobody searches for them. */
const longestWord = 100
/** UTF-16 units of one application's text that are searched; more than all forms together can hold. */
const longestText = 250_000

const punctuation = /[!-/:-@[-`{-~]/g
const tooLong = new RegExp(`[^\\x00-/:-@\\[-\`{-\\x7f]{${longestWord}}`, 'gu')

/**
 * Text as the index holds it, and as queries are read: case, marks on Latin letters and width variants are folded, runs of spaces become
 * one. Beyond ASCII only letters, digits and their marks remain, so that both engines split words at ASCII alone.
 */
export const fold = (text: string): string =>
  text
    .slice(0, longestText)
    .toWellFormed()
    .normalize('NFKD')
    .replace(/[\u00ad\u200b-\u200d\ufeff]/g, '')
    .toUpperCase()
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ς', 'σ')
    .replace(/[‘’‛′]/g, "'")
    .replace(/[“”„″]/g, '"')
    .normalize('NFC')
    .replace(/[^\x21-\x7e\p{L}\p{N}\p{M}]+/gu, ' ')
    .replace(tooLong, '$& ')
    .slice(0, longestText)
    .toWellFormed()
    .trim()

/**
 * A term for each punctuation character of a folded text, so that an index finds punctuation too. The terms are in the private use area, where
 * folded text has no characters.
 */
export const punctuationTerms = (folded: string): readonly string[] =>
  [...new Set(folded.match(punctuation))].map((character) => String.fromCharCode(0xe000 + character.charCodeAt(0)))

/** The text to index: folded, followed by the terms for its punctuation. */
export const searchable = (texts: readonly string[]): string => {
  const folded = fold(texts.join('\n'))
  return [folded, ...punctuationTerms(folded)].join(' ')
}

/** The words of a folded text: runs of letters and digits, ASCII punctuation between them. */
export const words = (folded: string): readonly string[] => folded.split(/[\0-/:-@[-`{-\x7f]+/).filter((word) => word !== '')

/** The text by which an application is found, ready for the index: applicant, company and answers. */
export type IndexedText = (application: Application) => string

/** @param forms adds the labels of choices; without them only answers as sent are indexed */
export const indexedTextOf =
  (forms?: Forms): IndexedText =>
  (application) =>
    searchable([
      application.applicantName,
      application.applicantEmail,
      application.companyName,
      ...searchTexts(application, forms),
    ])
