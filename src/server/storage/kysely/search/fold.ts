/** The longest run of word characters that is one word: an index takes no longer ones, and nobody searches for them. */
const longestWord = 100
/** UTF-16 units of one application's text that are searched; more than all forms together can hold. */
const longestText = 250_000

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

/** The words of a folded text: runs of letters and digits, ASCII punctuation between them. */
export const words = (folded: string): readonly string[] => folded.split(/[\0-/:-@[-`{-\x7f]+/).filter((word) => word !== '')
