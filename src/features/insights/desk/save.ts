import { saveBlob } from '../../../dashboard/ui/download.ts'
import { byteOrderMark, csvLine } from '../../../shared/csv.ts'

/** The data of a plot, as a table. */
export interface Numbers {
  readonly names: readonly string[]
  readonly lines: readonly (readonly (string | number)[])[]
  /** The list that each line counts. */
  readonly hrefs?: readonly string[]
}

/** Downloads the data of a plot as CSV. */
export const saveNumbers = ({ names, lines }: Numbers, name: string): void =>
  saveBlob(
    new Blob([byteOrderMark, ...[names, ...lines].map((line) => csvLine(line.map(String)))], { type: 'text/csv' }),
    `${name}.csv`,
  )

/** The CSS properties that a plot needs outside the page, without our stylesheets. */
const inlinedProperties = [
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

/** Downloads a plot as an SVG file with its styles inlined and a background. */
export function saveDrawing(drawing: SVGSVGElement, name: string): void {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const originals = drawing.querySelectorAll('*')
  for (const [index, element] of [...copy.querySelectorAll('*')].entries()) {
    const original = originals[index]
    if (original === undefined) continue
    const style = getComputedStyle(original)
    for (const property of inlinedProperties) element.setAttribute(property, style.getPropertyValue(property))
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
