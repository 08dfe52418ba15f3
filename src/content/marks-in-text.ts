/** Signs of Markdown and of its dialects: in a text, readers would see them. One in prose is escaped. */
export const markSign =
  /[`|^{}\\]|~(?![\p{L}\p{N}₹$€£])|(?<=[\p{L}\p{N}~])~|=(?==)|(?<==)=|#(?=#)|(?<=#)#|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|\$(?=\$)|(?<=\$)\$/iu

/** Words in brackets, as prose has them. */
const bracketed = /(?<![!\]\\])\[(?![\s^]|x\])[^[\]]+\](?![[(:]|\s+\(\S+\))/gi

export const tableName = 'a table'

/** What stays in a text though it is a mark elsewhere, with a name for editors. The last ones name what has no other name. */
const marksInText: readonly (readonly [RegExp, string])[] = [
  [/`/, 'code with `'],
  [/<[a-z/!?]/i, 'HTML'],
  [/(^|\s)__?\w/, 'emphasis with _: use *'],
  [/\[\^/, 'a footnote'],
  [/\|/, tableName],
  [/~~/, 'struck-out text'],
  [/==/, 'marked text with =='],
  [/^\[[ x]\]/i, 'a task'],
  [/\]\[/, 'a link with its address elsewhere'],
  [/(?<!\w):(?=[\w+-]*[a-z])[\w+-]+:(?!\w)/i, 'the name of an emoji: type the emoji; this'],
  [/^:::/, 'a box of :::'],
  [/^#{1,6}\s/, 'a heading with a fixed space after its #: type a plain one; this'],
  [/^#{2,6}[^#\s]/, 'a heading without a space after its #: put one there; this'],
  [/^[-+]\p{L}/u, 'a list entry without a space after its sign: put one there; this'],
  [/^\d{1,3}[.)]\p{L}/u, 'a list entry without a space after its number: put one there; this'],
  [/^([-+*]|\d{1,9}[.)])[^\S \t]/u, 'a list entry with a fixed space after its sign: type a plain one; this'],
  [/^[•▪‣◦●■►▶]/, 'a list entry with another sign than -: use -; this'],
  [/\]\s+\(\S+\)/, 'a link with a space before its address: take it out; this'],
  [/!\[/, 'a picture with a title, or one that is not closed: write ![what it shows](file.jpg); this'],
  [/\[/, 'a bracket: write \\[ for one that readers should see; a link that is not closed'],
  [markSign, 'a sign that may be a mark: write \\ before one that readers should see; this'],
]

/** The name of the first mark in a line of a text, which may continue a paragraph. */
function markIn(line: string, isFurther: boolean): string | undefined {
  const prose = line.replace(bracketed, '')
  if (isFurther && /^\d{1,9}[.)]\s/.test(prose)) return 'a list entry within a paragraph: put an empty line before it; this'
  return marksInText.find(([mark]) => mark.test(prose))?.[1]
}

/** The marks in the lines of a text from one offset of a source to another, by their line in it. What its author has escaped is none, as in `\<b`. */
export function marksIn(
  source: string,
  [from, to]: readonly [number, number],
): readonly { readonly line: number; readonly name: string }[] {
  // The text may continue a line that has other parts before it.
  const before = source.slice(source.lastIndexOf('\n', from - 1) + 1, from)
  const isWithin = /[^\s>+*.)\d-]|\S\*$/.test(before)
  return source
    .slice(from, to)
    .replace(/\\[!-/:-@[-`{-~]/g, '·')
    .split('\n')
    .flatMap((text, line) => {
      const name = markIn((line === 0 && isWithin ? '·' : '') + text.replace(/^[\s>]+/, ''), line > 0)
      return name === undefined ? [] : [{ line, name }]
    })
}

/** A literal star: escaped, between two spaces, or between two letters or digits. */
const literalStar = /\\\*|(?<=\s)\*(?=\s)|(?<=[\p{L}\p{N}])\*(?=[\p{L}\p{N}])/gu

/** Whether a text, as it is written, has a star that would mark something if it had a partner. */
export const hasStar = (raw: string): boolean => raw.replace(literalStar, '').includes('*')
