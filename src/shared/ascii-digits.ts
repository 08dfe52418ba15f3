const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code))

/** The value of a decimal digit: Unicode has the ten of a script in a row, from zero. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && isDigit(code - value - 1)) value += 1
  return value
}

/** The text with the digits of every script as 0 to 9, full-width ones too: `௯௮௪` is `984`. */
export const asciiDigits = (text: string): string =>
  text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => (/[0-9]/.test(digit) ? digit : String(digitValue(digit))))
