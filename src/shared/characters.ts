const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff

/** The number of code points; a line break counts as one. Browser and server count in the same way. */
export const countCharacters = (text: string): number => {
  let count = text.length
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    // CR LF counts as one character, and so does a surrogate pair.
    if (unit === 0x0d ? text.charCodeAt(index + 1) === 0x0a : isFirstHalf(unit) && isSecondHalf(text.charCodeAt(index + 1)))
      count -= 1
  }
  return count
}
