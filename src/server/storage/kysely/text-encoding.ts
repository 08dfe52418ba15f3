/**
 * Some texts are no text to a database: PostgreSQL refuses the character NUL, and both turn half a surrogate pair into another character.
 * Those few are kept as JSON behind a mark that ordinary text does not begin with; everything else is kept as it is.
 */
const mark = '\u0001json:'

/** The text to store for `text`: itself, but for the few that a database would refuse or change. */
export const encodeText = (text: string): string =>
  text.includes('\0') || text.startsWith('\u0001') || !text.isWellFormed() ? mark + JSON.stringify(text) : text

/** The text that `encodeText` was given. */
export const decodeText = (stored: string): string => (stored.startsWith(mark) ? JSON.parse(stored.slice(mark.length)) : stored)
