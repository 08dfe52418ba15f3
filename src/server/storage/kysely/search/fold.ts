/** The longest run of word characters that is one word: an index takes no longer ones, and nobody searches for them. */
const longestWord = 100
/** UTF-16 units of one application's text that are searched; more than all forms together can hold. */
const longestText = 250_000

const sign = /[!-/:-@[-`{-~]/g
const tooLong = new RegExp(`[^\\x00-/:-@\\[-\`{-\\x7f]{${longestWord}}`, 'gu')

/**
 * Text as the index holds it, and as queries are read: any case, marks on Latin letters and width variants folded together, runs of
 * spaces made one. Beyond ASCII only letters, digits and their marks remain, so that both engines split words at ASCII alone.
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
 * A word for each sign (ASCII punctuation) in a folded text, so that an index can find a sign as well. They lie where no folded text has
 * characters: in the private use area.
 */
export const signs = (folded: string): readonly string[] =>
  [...new Set(folded.match(sign))].map((character) => String.fromCharCode(0xe000 + character.charCodeAt(0)))

/** What is kept to be searched: the folded text, and after it the signs that it has. */
export const searchable = (texts: readonly string[]): string => {
  const folded = fold(texts.join('\n'))
  return [folded, ...signs(folded)].join(' ')
}

/** The words of a folded text: runs of letters and digits, ASCII punctuation between them. */
export const words = (folded: string): readonly string[] => folded.split(/[\0-/:-@[-`{-\x7f]+/).filter((word) => word !== '')
