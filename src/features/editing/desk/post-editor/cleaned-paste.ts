import { escapeMarkup } from '../../../../shared/escape.ts'

type Kind = 'p' | 'h2' | 'h3' | 'ul' | 'ol' | 'blockquote' | 'table'

interface Marks {
  readonly bold: boolean
  readonly italic: boolean
  readonly to: string
}

interface Part {
  readonly kind: Kind
  html: string
}

/** What is dropped with everything in it. */
const dropped = 'style, script, head, title, img, svg, math, iframe, object, button, input, select, textarea, noscript, template'
const blocks =
  /^(address|article|aside|blockquote|center|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul)$/

/** An element's own style. It is renamed before it is parsed: our content policy reports style attributes. */
const styleOf = (element: Element): string => element.getAttribute('data-style') ?? ''

const isOn = (style: string, property: string, on: RegExp, before: boolean): boolean => {
  const value = new RegExp(`(?:^|[;\\s])${property}:\\s*([\\w-]+)`, 'i').exec(style)?.[1]
  return value === undefined ? before : on.test(value)
}

function marksIn(element: Element, { bold, italic, to }: Marks): Marks {
  const tag = element.localName
  const style = styleOf(element)
  return {
    bold: isOn(style, 'font-weight', /^(bold|bolder|[6-9]00)$/, bold || tag === 'b' || tag === 'strong'),
    italic: isOn(style, 'font-style', /^(italic|oblique)$/, italic || tag === 'i' || tag === 'em'),
    to: tag === 'a' ? (element.getAttribute('href') ?? '') : to,
  }
}

/** Word writes the entries of a list as paragraphs, with the sign of each in an element of its own. */
const isWordsSign = (element: Element): boolean => /mso-list:\s*Ignore/i.test(styleOf(element))

function kindIn(element: Element, outer: Kind): Kind {
  const tag = element.localName
  if (/^h[12]$/.test(tag) || /\bMsoTitle\b/.test(element.className)) return 'h2'
  if (/^h[3-6]$/.test(tag)) return 'h3'
  if (tag === 'ul' || tag === 'ol' || tag === 'blockquote') return tag
  if (tag !== 'p' || !/mso-list:\s*l\d/i.test(styleOf(element))) return outer
  const sign = [...element.querySelectorAll('[data-style]')].find(isWordsSign)?.textContent ?? ''
  return /^\s*\(?(\d+|[a-z]|[ivx]+)[.)]/i.test(sign) ? 'ol' : 'ul'
}

function marked(text: string, { bold, italic, to }: Marks, kind: Kind): string {
  let html = escapeMarkup(text)
  if (italic) html = `<em>${html}</em>`
  if (bold && kind !== 'h2' && kind !== 'h3') html = `<strong>${html}</strong>`
  return to === '' ? html : `<a href="${escapeMarkup(to)}">${html}</a>`
}

/** The cells of a row, each on one line; a wide one is followed by empty ones. */
const cellsOf = (row: HTMLTableRowElement): string =>
  [...row.cells]
    .map((cell) => {
      const inner = partsOf(cell)
        .map(({ html }) => html)
        .join(' ')
      return `<td>${inner}</td>${'<td></td>'.repeat(Math.min(20, cell.colSpan - 1))}`
    })
    .join('')

function partsOf(root: Element): readonly Part[] {
  const parts: Part[] = []
  let open: Part | undefined
  const visit = (node: ChildNode, kind: Kind, marks: Marks): void => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = (node.textContent ?? '').replace(/\s+/g, ' ')
      if (text.trim() === '' && open === undefined) return
      if (open === undefined) {
        open = { kind, html: '' }
        parts.push(open)
      }
      open.html += marked(text, marks, kind)
      return
    }
    if (!(node instanceof Element) || node.matches(dropped) || isWordsSign(node)) return
    if (node instanceof HTMLTableElement) {
      open = undefined
      parts.push({ kind: 'table', html: [...node.rows].map((row) => `<tr>${cellsOf(row)}</tr>`).join('') })
      return
    }
    const isBlock = blocks.test(node.localName)
    if (isBlock || node.localName === 'br') open = undefined
    const inner = kindIn(node, kind)
    for (const child of node.childNodes) visit(child, inner, marksIn(node, marks))
    if (isBlock) open = undefined
  }
  for (const child of root.childNodes) visit(child, 'p', { bold: false, italic: false, to: '' })
  return parts
}

/** HTML whose styles mean nothing: the browser would report them to the content policy. */
const withoutStyles = (html: string): string =>
  html
    .split(/<style/i)
    .map((part, at) => (at === 0 ? part : part.slice(Math.max(part.search(/<\/style>/i), 0))))
    .join('')
    .split('<')
    .map((part) => {
      const end = part.indexOf('>') + 1
      return part.slice(0, end).replace(/\sstyle\s*=/gi, ' data-style=') + part.slice(end)
    })
    .join('<')

/** What a paste has that its text does not show: pictures with their bytes, how many without, and whether a list was within another. */
export interface PasteRest {
  readonly pictures: readonly Blob[]
  readonly missing: number
  readonly flattened: boolean
}

/** The bytes of an address such as `data:image/png;base64,…`. */
function bytesOf(address: string): Blob | undefined {
  const [, type, base64 = ''] = /^data:(image\/[\w.+-]+);base64,(.*)$/s.exec(address) ?? []
  try {
    return type === undefined ? undefined : new Blob([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], { type })
  } catch {
    return undefined
  }
}

/** What is not in the text of a paste. A picture of a single pixel is none: letters have them. */
export function restOf(html: string): PasteRest {
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  if (html.includes('data-pm-slice')) return { pictures: [], missing: 0, flattened: false }
  const addresses = [...body.querySelectorAll('img')]
    .filter((image) => image.getAttribute('width') !== '1')
    .map((image) => image.getAttribute('src') ?? '')
  const pictures = addresses.flatMap((address) => bytesOf(address) ?? [])
  return { pictures, missing: addresses.length - pictures.length, flattened: body.querySelector('li li') !== null }
}

/** Pasted HTML, of Google Docs, Word or another page, as headings, paragraphs, lists, quotations, tables, links, bold and italic. What was copied from the editor stays. */
export function cleanedPaste(html: string): string {
  if (html.includes('data-pm-slice')) return html
  const { body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  let result = ''
  let list: Kind | undefined
  for (const { kind, html: inner } of partsOf(body)) {
    const isList = kind === 'ul' || kind === 'ol'
    if (list !== undefined && list !== kind) result += `</${list}>`
    if (isList && list !== kind) result += `<${kind}>`
    list = isList ? kind : undefined
    if (isList) result += `<li><p>${inner}</p></li>`
    else result += kind === 'blockquote' ? `<blockquote><p>${inner}</p></blockquote>` : `<${kind}>${inner}</${kind}>`
  }
  return list === undefined ? result : `${result}</${list}>`
}
