import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import { type FormType, formTypes } from '../../../shared/form-types.ts'

/** The approximate width of a character of a label, and the gap after a label; pixels. */
const letterWidth = 7.2
const labelGap = 14

/** The width in pixels for the longest label, within bounds. */
export const labelWidth = (labels: readonly string[]): number =>
  Math.round(Math.min(188, Math.max(64, labelGap + letterWidth * Math.max(0, ...labels.map((label) => label.length)))))

/** The style of what a plot draws for a form: its colour. The style sheet has nine. */
export const seriesOf = (type: FormType): CSSProperties =>
  ({ '--series': `var(--series-${formTypes.indexOf(type) % 9})` }) as CSSProperties

/** A ref for an element, and its current width in whole pixels; 0 until it is measured. */
export function useWidth<Of extends HTMLElement>() {
  const ref = useRef<Of>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = (): void => setWidth(Math.floor(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
