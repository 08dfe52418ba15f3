/** Characters that a greeting may have, at most. */
const longest = 60

/** Letters with their marks, joined by apostrophes, hyphens or the joiners of Indic scripts; or an initial or a short title, with its dot. */
const word = String.raw`(?:\p{L}[\p{L}\p{M}]*(?:['’\u200c\u200d-][\p{L}\p{M}]+)*|(?:\p{L}\p{M}*){1,4}\.)`
const pattern = new RegExp(`^${word}(?: ${word})*$`, 'u')
/** An initial that the next word follows without a space. */
const joinedInitial = /(?<![\p{L}\p{M}])(\p{L}\p{M}*\.)(?=\p{L})/gu

/**
 * A name as a letter may repeat it, to an address that anyone can have typed into a form: letters, marks, spaces, apostrophes and hyphens, dots after
 * initials and short titles, 60 characters at most. A dot has a space after it, so that nothing becomes a web address: `S.R. Kumar` is `S. R. Kumar`.
 * @returns undefined for anything else, such as a name with a digit, a link or a line break
 */
export function checkedName(name: string): string | undefined {
  const text = name.normalize('NFC').trim().replace(joinedInitial, '$1 ').replace(/ +/g, ' ')
  return [...text].length <= longest && pattern.test(text) ? text : undefined
}
