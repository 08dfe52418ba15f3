const maxNameLength = 60

/** Titles before a name. A shorter one needs no entry, unless people write no space after it. */
const titles =
  'thiru|thirumathi|tmt|selvi|selvan|smt|shri|sri|shrimati|shree|kum|kumari|janab|dr|prof|er|ar|adv|mr|mrs|ms|rev|fr|capt|col|maj|lt|mohd|md'
/** Degrees and ranks after a name, without dots. */
const degrees: ReadonlySet<string> = new Set(
  `btech mtech be me bsc msc bcom mcom ba ma mba pgdm bca mca bba phd mphil dphil dlitt dsc ca cs cma cwa cfa aca fca acs fcs mbbs md ms mch dm dnb bds mds
  frcs mrcp llb llm bl ml bed med barch march bdes mdes bpharm mpharm diploma ias ips ifs irs retd esq`.split(/\s+/),
)
/** Letters with their marks, joined by apostrophes, hyphens or the joiners of Indic scripts; an initial or a title, with its dot; or the likes of `S/O`. */
const word = String.raw`(?:\p{L}[\p{L}\p{M}]*(?:['\u2018\u2019\u200c\u200d\u2010\u2011\u2013-][\p{L}\p{M}]+)*\u200d?|(?:(?:\p{L}\p{M}*){1,4}|${titles})\.|[a-z]/[olp]\.?)`
const pattern = new RegExp(`^${word}(?: ${word})*$`, 'iu')
/** An initial, or a title at the beginning, without a space after it. */
const joinedInitial = new RegExp(String.raw`(?<![\p{L}\p{M}])(\p{L}\p{M}*\.)(?=\p{L})|(?<=^|\.)((?:${titles})\.)(?=\p{L})`, 'giu')

const isDegree = (text: string): boolean => degrees.has(text.replace(/[.\s()]/g, '').toLowerCase())
/** Whether a last word is a degree, and cannot be initials or another name: `B.Tech`, `Ph.D.` */
const isDottedDegree = (text: string): boolean => text.includes('.') && /\p{L}{2}/u.test(text) && isDegree(text)

/** A name without the degrees after it. Others may follow a comma: undefined. */
function withoutDegrees(text: string): string | undefined {
  const [name = '', ...suffixes] = text.split(',').map((part) => part.trim())
  if (!suffixes.every((part) => part === '' || isDegree(part) || part.split(' ').every(isDegree))) return undefined
  const words = name.split(' ')
  while (words.length > 1 && isDottedDegree(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}

/**
 * Checks a name before a letter repeats it: anyone can type any name, and another person's address, into a form. Allowed are letters, marks, spaces,
 * apostrophes and hyphens, dots after initials and titles, `S/O` and its like, 60 characters at most. Degrees after the name are left out. A space is added
 * after each dot, so that no name becomes a web address: `S.R. Kumar` becomes `S. R. Kumar`.
 * @returns undefined for anything else, such as a name with a digit, a link or a line break
 */
export function checkedName(name: string): string | undefined {
  const line = name.slice(0, 500).normalize('NFC').trim().replace(/ +/g, ' ')
  const text = withoutDegrees(line)?.replace(joinedInitial, '$1$2 ')
  return text !== undefined && [...text].length <= maxNameLength && pattern.test(text) ? text : undefined
}

/** Signs of addresses, links and markup, and signs that nobody sees. */
const noName = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/:@\\<>]/u

/** Checks the name of a company likewise: a space is added after each dot, and a longer one, or one with signs of a link, is not repeated. */
export function checkedCompany(name: string): string | undefined {
  const text = name
    .slice(0, 500)
    .normalize('NFC')
    .trim()
    .replace(/\.(?=[\p{L}\p{N}])/gu, '. ')
  return text !== '' && [...text].length <= maxNameLength && !noName.test(text) ? text : undefined
}
