import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/** A part of the page with a React root of its own, so that its failure removes no other part. */
export interface Part {
  readonly element: HTMLElement
  /** Renders synchronously. */
  draw(node: ReactNode): void
  remove(): void
}

/** `onFailure`: rendering failed, first or later; the element is empty then. */
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
        console.warn('forms: a part was left behind', error)
      }
    },
  }
}
