/** How a preview shows a letter: on a dark or narrow screen. */
interface PreviewMode {
  readonly dark: boolean
  /** Whether the letter's styles for small screens apply. */
  readonly narrow: boolean
}

/** Elements that letters never contain; removed as a precaution. */
const unwanted = 'script, iframe, object, embed, form, link, meta, base, img, svg'

const holds = (condition: string, { dark, narrow }: PreviewMode): boolean =>
  condition.includes('prefers-color-scheme') ? dark : condition.includes('max-width') ? narrow : true

/** A letter's CSS rules, with those of the media queries that apply to the simulated display. */
function rulesOf(css: string, mode: PreviewMode): CSSStyleSheet {
  const read = new CSSStyleSheet()
  read.replaceSync(css)
  const rules = [...read.cssRules].flatMap((rule) =>
    rule instanceof CSSMediaRule
      ? holds(rule.conditionText, mode)
        ? [...rule.cssRules].map(({ cssText }) => cssText)
        : []
      : rule.cssText.includes(':root')
        ? []
        : [rule.cssText],
  )
  const sheet = new CSSStyleSheet()
  sheet.replaceSync([`:host{color-scheme:${mode.dark ? 'dark' : 'light'}}`, ...rules].join('\n'))
  return sheet
}

/** A letter's style sheet, and its HTML without it: an inline sheet is refused, and reported, when it is only parsed. */
function splitSheet(html: string): readonly [css: string, inert: string] {
  const [opening, closing] = ['<style>', '</style>']
  const start = html.indexOf(opening)
  const end = start < 0 ? -1 : html.indexOf(closing, start)
  return end < 0 ? ['', html] : [html.slice(start + opening.length, end), html.slice(0, start) + html.slice(end + closing.length)]
}

/**
 * Renders a letter's HTML into a shadow tree of `host`, which isolates its styles from ours. The content security policy forbids frames and style
 * attributes, but not styles set by a script: so style attributes are renamed before parsing and then set one by one. Links open in a new tab.
 */
export function drawLetter(host: HTMLElement, html: string, mode: PreviewMode): void {
  const [css, inert] = splitSheet(html)
  const { body } = new DOMParser().parseFromString(inert.replaceAll(' style="', ' data-style="'), 'text/html')
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const letter = document.createElement('div')
  for (const { name, value } of body.attributes) letter.setAttribute(name, value)
  letter.append(...body.childNodes)
  for (const element of letter.querySelectorAll(unwanted)) element.remove()
  for (const element of [letter, ...letter.querySelectorAll<HTMLElement>('[data-style]')]) {
    element.style.cssText = element.dataset.style ?? ''
    element.removeAttribute('data-style')
  }
  for (const link of letter.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer nofollow'
  }
  root.adoptedStyleSheets = [rulesOf(css, mode)]
  root.replaceChildren(letter)
}
