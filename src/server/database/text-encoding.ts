/**
 * Databases cannot store every text: PostgreSQL refuses the character NUL, and both replace half a surrogate pair by another character. Such texts are
 * stored as JSON after a prefix that ordinary text does not begin with. All others are stored unchanged.
 */
const prefix = '\u0001json:'

/** The text to store for `text`: the text itself, unless a database would refuse or change it. */
export const encodeText = (text: string): string =>
  text.includes('\0') || text.startsWith('\u0001') || !text.isWellFormed() ? prefix + JSON.stringify(text) : text

/** The original of a text that `encodeText` encoded. */
export const decodeText = (stored: string): string =>
  stored.startsWith(prefix) ? JSON.parse(stored.slice(prefix.length)) : stored
