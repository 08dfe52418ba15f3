import type { Application } from '../../../applications/application.ts'
import { textsIn } from '../search-text.ts'

/** Longer runs of word characters are split: an index does not accept them, and nobody searches for them. */
const maxWordLength = 100
/** The UTF-16 units of one application's text that are indexed: more than any form can have. */
const maxTextLength = 250_000

const punctuation = /[!-/:-@[-`{-~]/g
const tooLong = new RegExp(`[^\\x00-/:-@\\[-\`{-\\x7f]{${maxWordLength}}`, 'gu')

const ascii = /^[\0-\x7f]*$/
const uneven = /[^\x20-\x7e]| {2}/
const asciiTooLong = new RegExp(`[a-z0-9]{${maxWordLength}}`, 'g')

/** Whether a line has a run without spaces of at least the limit: a cheap test before the exact one. */
function hasLongRun(line: string): boolean {
  for (let start = 0; line.length - start >= maxWordLength; ) {
    const space = line.lastIndexOf(' ', start + maxWordLength - 1)
    if (space < start) return true
    start = space + 1
  }
  return false
}

/** Folds ASCII text, as most answers are, at a tenth of the cost. */
const foldAscii = (line: string): string => {
  const lower = line.toLowerCase()
  const folded = uneven.test(lower) ? lower.replace(/[^\x21-\x7e]+/g, ' ') : lower
  return hasLongRun(folded) ? folded.replace(asciiTooLong, '$& ') : folded
}

const foldUnicode = (line: string): string => {
  const folded = line
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
  return hasLongRun(folded) ? folded.replace(tooLong, '$& ') : folded
}

/**
 * Folds text for the index and for queries: case, marks on Latin letters and width variants are removed, and runs of spaces become one. Beyond ASCII only
 * letters, digits and their marks remain, so that both engines split words at ASCII characters only.
 */
export function fold(text: string): string {
  let folded = ''
  for (const line of text.slice(0, maxTextLength).split('\n')) {
    const next = (ascii.test(line) ? foldAscii(line) : foldUnicode(line)).trim()
    if (next !== '') folded += folded === '' ? next : ` ${next}`
    // A character can become eighteen.
    if (folded.length >= maxTextLength) break
  }
  return folded.slice(0, maxTextLength).toWellFormed().trim()
}

/**
 * A term for each punctuation character of a folded text, so that punctuation can be searched. The terms are characters of the private use area, which
 * folded text does not contain.
 */
export const punctuationTerms = (folded: string): readonly string[] =>
  [...new Set(folded.match(punctuation))].map((character) => String.fromCharCode(0xe000 + character.charCodeAt(0)))

/** The text to index: folded, followed by the terms for its punctuation, and its words with an apostrophe once more without it. */
export const searchable = (texts: readonly string[]): string => {
  const folded = fold(texts.join('\n'))
  return [folded, ...punctuationTerms(folded), ...joinedWords(folded)].join(' ')
}

/** `obrien` for `o'brien`: many people type such names so. */
function joinedWords(folded: string): readonly string[] {
  if (!folded.includes("'")) return []
  const present = new Set(words(folded))
  const runs = folded.split(' ').filter((run) => run.includes("'"))
  return [...new Set(runs.flatMap((run) => words(run.replaceAll("'", ''))).filter((word) => !present.has(word)))]
}

/** The words of a folded text, which ASCII punctuation and spaces separate. */
export const words = (folded: string): readonly string[] => folded.split(/[\0-/:-@[-`{-\x7f]+/).filter((word) => word !== '')

/** The text of an application for the index: applicant, company, answers, the labels of choices (see `labelsOf`), and answers to requests. */
export const indexedText = (
  { applicantName, applicantEmail, companyName, answers, requests }: Application,
  labels: readonly string[],
): string => {
  const answered = requests.flatMap(({ answer }) => (answer === undefined ? [] : [answer.text, answer.file?.name ?? '']))
  return searchable([applicantName, applicantEmail, companyName, ...textsIn(answers), ...labels, ...answered])
}
