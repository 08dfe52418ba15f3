/** Tells which part of the form is at hand: the one across the upper third of the screen, or the one that has the focus. */
export function watchParts(element: HTMLFormElement, tell: (part: number) => void): () => void {
  const partOf = (node: Element): number => Number(node.getAttribute('data-part'))
  const focused = (event: Event): void => {
    const part = event.target instanceof Element ? event.target.closest('[data-part]') : null
    if (part !== null) tell(partOf(part))
  }
  const observer = new IntersectionObserver(
    (seen) => {
      for (const one of seen) if (one.isIntersecting) tell(partOf(one.target))
    },
    { rootMargin: '-33% 0px -66% 0px' },
  )
  for (const part of element.querySelectorAll('[data-part]')) observer.observe(part)
  element.addEventListener('focusin', focused)
  return () => {
    observer.disconnect()
    element.removeEventListener('focusin', focused)
  }
}
