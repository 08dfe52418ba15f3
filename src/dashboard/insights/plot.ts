import { useLayoutEffect, useRef, useState } from 'react'

/** How wide a letter of a plot's label is, about, and the space behind the label; pixels. */
const letterWidth = 7.2
const labelGap = 14

/** The room in pixels that the longest of some labels needs, within bounds. */
export const labelWidth = (labels: readonly string[]): number =>
  Math.round(Math.min(188, Math.max(64, labelGap + letterWidth * Math.max(0, ...labels.map((label) => label.length)))))

/** How wide an element is, in whole pixels, now and after every change; 0 until it is known. */
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
