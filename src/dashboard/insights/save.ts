import { byteOrderMark, csvLine } from '../../shared/csv.ts'
import { saveBlob } from '../export/export.ts'

/** A plot's numbers, as its table has them. */
export interface Numbers {
  readonly names: readonly string[]
  readonly lines: readonly (readonly (string | number)[])[]
}

/** Saves a plot's numbers as CSV. */
export const saveNumbers = ({ names, lines }: Numbers, name: string): void =>
  saveBlob(
    new Blob([byteOrderMark, ...[names, ...lines].map((line) => csvLine(line.map(String)))], { type: 'text/csv' }),
    `${name}.csv`,
  )

/** What a drawing takes from the page's styles, and needs to look the same elsewhere. */
const carried = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'paint-order',
]

/** Saves a drawing as an SVG file that looks as it does here, on its own ground. */
export function saveDrawing(drawing: SVGSVGElement, name: string): void {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const originals = drawing.querySelectorAll('*')
  for (const [index, element] of [...copy.querySelectorAll('*')].entries()) {
    const original = originals[index]
    if (original === undefined) continue
    const style = getComputedStyle(original)
    for (const property of carried) element.setAttribute(property, style.getPropertyValue(property))
    element.removeAttribute('class')
  }
  const { width, height } = drawing.getBoundingClientRect()
  for (const ofThePage of ['class', 'aria-hidden', 'focusable']) copy.removeAttribute(ofThePage)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  ground.setAttribute('width', '100%')
  ground.setAttribute('height', '100%')
  ground.setAttribute('fill', getComputedStyle(document.documentElement).backgroundColor)
  copy.prepend(ground)
  saveBlob(new Blob([new XMLSerializer().serializeToString(copy)], { type: 'image/svg+xml' }), `${name}.svg`)
}
