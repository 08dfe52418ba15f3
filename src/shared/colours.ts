// The design has the colours of the site that ships. Of another site's colours every other tone is computed, where pages and letters are drawn.

/** The colours of a site, as `#5a1f17`: the dark ground of bands, headings and drawings, the accent of links and buttons, and the bright mark of dots and of the name on the ground. */
export interface Colours {
  readonly ground: string
  readonly accent: string
  /** Without one it has the hue of the accent. */
  readonly mark?: string | undefined
}

type Family = keyof Colours

/** The three colours that the style sheets are written in. */
const designed = { ground: '#5a1f17', accent: '#c2361d', mark: '#e9a20b' } as const

/** Tones that are lighter or darker with the colour of their family. All others keep their luminance, and so their contrast. */
const moved: Readonly<Record<Family, readonly string[]>> = {
  ground: ['#5a1f17', '#44150f', '#35100b', '#6b2a20'],
  accent: ['#c2361d', '#a32a14', '#9c2b1c'],
  mark: ['#e9a20b'],
}

/** Tones that have the hue of the accent, and of the mark. All others have that of the ground. */
const ofAccent = [...moved.accent, '#c8391f', '#ff8a6b', '#ffa78f', '#ff7d5c', '#f0b9a6', '#2a0c05', '#d9a79d', '#f0a08f']
const ofMark = [...moved.mark, '#eeb944', '#f4bd4f', '#f2b632', '#d3b27a']
const familyOf = (tone: string): Family => (ofAccent.includes(tone) ? 'accent' : ofMark.includes(tone) ? 'mark' : 'ground')

/** What has a meaning, in any colours: done and failed. */
const meanings = ['#0f6b62', '#5cc9ba', '#b3261e', '#ff9a90']

type Three = readonly [number, number, number]

const linear = (share: number): number => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
const encoded = (share: number): number => (share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055)

const channels = (hex: string): Three =>
  [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as unknown as Three

const luminanceOf = ([r, g, b]: Three): number => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** The ratio of two colours as WCAG computes it, from 1 to 21. */
export function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [first, second].map((hex) => luminanceOf(channels(hex))).sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Lightness, chroma and hue (OKLCH). */
function toLch([r, g, b]: Three): Three {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const c = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, c), Math.atan2(c, a)]
}

function fromLch([lightness, chroma, hue]: Three): Three {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const isShown = (colour: Three): boolean => colour.every((share) => share > -1e-4 && share < 1.0001)

/** A colour that screens show: with less chroma where there is none of this chroma. */
function shown([lightness, chroma, hue]: Three): Three {
  let least = 0
  let most = chroma
  if (isShown(fromLch([lightness, most, hue]))) return fromLch([lightness, most, hue])
  for (let step = 0; step < 12; step++) {
    const middle = (least + most) / 2
    if (isShown(fromLch([lightness, middle, hue]))) least = middle
    else most = middle
  }
  return fromLch([lightness, least, hue])
}

const hexOf = (colour: Three, round = Math.round): string =>
  `#${colour
    .map((share) =>
      round(encoded(Math.min(1, Math.max(0, share))) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

/** How far a hue may turn with its family, in radians. */
const nearTurn = Math.PI / 6

/** A tone of the design in the colours of a site. */
export function toneOf(tone: string, colours: Colours): string {
  if (meanings.includes(tone)) return tone
  const family = familyOf(tone)
  // A mark that nobody chose has the hue of the accent, and the luminance of the design's.
  const chosen = colours[family] ?? colours.accent
  if (chosen === designed[family] || (chosen === designed.accent && family === 'mark')) return tone
  if (tone === designed[family] && chosen === colours[family]) return chosen
  const [from, to] = [toLch(channels(designed[family])), toLch(channels(chosen))]
  const own = channels(tone)
  const [lightness, chroma, hue] = toLch(own)
  if (chroma < 0.002) return tone
  // Hues of the design turn a little with their family. From far away they would become hues that nobody chose.
  const turn = Math.abs(Math.atan2(Math.sin(to[2] - from[2]), Math.cos(to[2] - from[2])))
  const next: Three = [lightness, chroma * Math.min(1.3, to[1] / from[1]), turn < nearTurn ? hue + to[2] - from[2] : to[2]]
  if (moved[family].includes(tone) && chosen === colours[family])
    return hexOf(shown([Math.min(1, Math.max(0, lightness + to[0] - from[0])), next[1], next[2]]))
  let least = 0
  let most = 1
  for (let step = 0; step < 16; step++) {
    const middle = (least + most) / 2
    if (luminanceOf(shown([middle, next[1], next[2]])) < luminanceOf(own)) least = middle
    else most = middle
  }
  // Light tones are rounded up and dark ones down, so that no contrast becomes less.
  return hexOf(shown([most, next[1], next[2]]), luminanceOf(own) > 0.4 ? Math.ceil : Math.floor)
}

/** The texts of the design: each colour, the one behind it, and what they are, in words. */
const texts: readonly (readonly [text: string, behind: string, words: string])[] = [
  ['#fbf8f1', '#5a1f17', 'the light text on it'],
  ['#ecdccf', '#5a1f17', 'the softer text on it'],
  ['#ecdccf', '#44150f', 'the text of the footer'],
  ['#e9a20b', '#5a1f17', 'the name and the dots on it'],
  ['#5a1f17', '#ffffff', 'it as a heading on white'],
  ['#5a1f17', '#fbf8f1', 'it as a heading on the page'],
  ['#5a1f17', '#f1e8d8', 'it as a heading on a tint'],
  ['#5a1f17', '#eeb944', 'it as a text on a bright band'],
  ['#5a1f17', '#ecdcc0', 'it as a text on a card'],
  ['#ffffff', '#c2361d', 'the label of a button'],
  ['#ffffff', '#a32a14', 'the label of a pressed button'],
  ['#c2361d', '#ffffff', 'a link on white'],
  ['#c2361d', '#fbf8f1', 'a link on the page'],
  ['#c2361d', '#f1e8d8', 'a link on a tint'],
  ['#c2361d', '#f2eee6', 'a link at the desk'],
]

/** What a text needs (WCAG AA). */
const least = 4.5

/** The weakest of the texts that a colour would have. */
function weakestOf(family: Family, colours: Colours): { readonly words: string; readonly ratio: number } {
  const [weakest = { words: '', ratio: 21 }] = texts
    .filter(([text, behind]) => [text, behind].some((tone) => moved[family].includes(tone)))
    // A mark that was chosen is the one that has to change.
    .filter(([text]) => family !== 'ground' || colours.mark === undefined || !ofMark.includes(text))
    .map(([text, behind, words]) => ({ words, ratio: contrast(toneOf(text, colours), toneOf(behind, colours)) }))
    .sort((a, b) => a.ratio - b.ratio)
  return { ...weakest, ratio: Math.round(weakest.ratio * 100) / 100 }
}

/** The nearest colour of the same hue in which all texts can be read: a darker one, or a lighter one for the mark. Undefined when there is none. */
function nearest(family: Family, colours: Colours): string | undefined {
  const [lightness, chroma, hue] = toLch(channels(colours[family] ?? designed[family]))
  const step = family === 'mark' ? 0.005 : -0.005
  for (let next = lightness + step; next > 0 && next < 1; next += step) {
    const candidate = hexOf(shown([next, chroma, hue]))
    if (weakestOf(family, { ...colours, [family]: candidate }).ratio >= least) return candidate
  }
  return undefined
}

/** Why a colour cannot be used, with the nearest that can. Empty when all texts can be read. */
export function colourFault(family: Family, colours: Colours): string {
  const { words, ratio } = weakestOf(family, colours)
  if (ratio >= least || colours[family] === undefined) return ''
  const other = nearest(family, colours)
  return `gives ${words} a contrast of ${ratio.toFixed(1)} to 1, and people need ${least} to 1 to read it. ${other === undefined ? 'Choose another ground first' : `The nearest that can be read is ${other}`}`
}

let used: Colours = designed
const tones = new Map<string, string>()

/** Sets the colours in which pages and letters are drawn. */
export function setColours(colours: Colours): void {
  tones.clear()
  used = { ground: colours.ground.toLowerCase(), accent: colours.accent.toLowerCase(), mark: colours.mark?.toLowerCase() }
}

const coloured = /\b(?:fill|stroke|content|style|bgcolor)="[^"]*"|"(?:background|theme)_color":"[^"]*"/g

const recoloured = (style: string): string =>
  style.replace(/#([0-9a-f]{6})([0-9a-f]{2})?\b/gi, (_, hex: string, alpha = '') => {
    const tone = `#${hex.toLowerCase()}`
    const made = tones.get(tone) ?? toneOf(tone, used)
    tones.set(tone, made)
    return made + alpha
  })

/** A page, a picture or a letter, in the colours that are set: the styles in it, and no words. */
export function inColours(source: string): string {
  if (used.ground === designed.ground && used.accent === designed.accent && (used.mark ?? designed.mark) === designed.mark)
    return source
  return source
    .split('<style')
    .map((part, at) => {
      const end = at === 0 ? 0 : Math.max(part.indexOf('</style>'), 0)
      return recoloured(part.slice(0, end)) + part.slice(end).replace(coloured, recoloured)
    })
    .join('<style')
}
