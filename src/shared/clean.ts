/** Signs without a glyph: soft hyphens, marks of direction, zero widths, byte order marks. Telephones put them around what is copied. */
const invisible = '\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff'
/** After these, joiners belong to the text: letters of Indic and Arabic scripts, and parts of emoji. */
const joined = `${[
  'Arabic',
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Malayalam',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('')}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f`
// Without a lookbehind, which Safari before 16.4 does not parse.
const inText = new RegExp(`([${joined}])([\\u200c\\u200d])|[${invisible}\\u200c\\u200d]`, 'gu')
const inCode = new RegExp(`[${invisible}\\u200c\\u200d]`, 'g')
const fixedSpace = /[\u00a0\u2007\u202f]/g

/** A line such as a name, without invisible signs. Joiners stay where a script or an emoji needs them. */
export const cleanText = (text: string): string => text.replace(inText, '$1$2').replace(fixedSpace, ' ')

/** An address, a telephone number or a URL, without any invisible signs and without outer spaces. */
export const cleanCode = (text: string): string => text.replace(inCode, '').replace(fixedSpace, ' ').trim()

/** As `cleanText`, on one line: no sender adds a line to a text of ours. */
export const cleanLine = (text: string): string =>
  cleanText(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
