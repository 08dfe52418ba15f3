import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/** A part of the page with its own React root, so that its failure does not remove other parts. */
export interface Part {
  readonly element: HTMLElement
  /** Renders synchronously. */
  draw(node: ReactNode): void
  remove(): void
}

/** Makes a part. `onFailure` is called when any rendering fails; the element is then empty. */
export function makePart(onFailure: (error: unknown) => void): Part {
  const element = document.createElement('div')
  const root = createRoot(element, { onUncaughtError: onFailure })
  return {
    element,
    draw: (node) => flushSync(() => root.render(node)),
    remove() {
      element.remove()
      try {
        root.unmount()
      } catch (error) {
        console.warn('forms: not removed', error)
      }
    },
  }
}
