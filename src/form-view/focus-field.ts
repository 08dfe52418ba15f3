import { controlsOf } from './form-dom.ts'

/** Scrolls where the browser can; a page whose `scrollIntoView` fails stays where it is. */
function scrollTo(element: Element | null | undefined, options?: ScrollIntoViewOptions): void {
  try {
    element?.scrollIntoView(options)
  } catch (error) {
    console.warn('forms: could not scroll', error)
  }
}

/**
 * Puts the focus into a question's input, and the whole question into view, its label first; the summary as well, where both fit on
 * the screen.
 */
export function focusField(element: HTMLFormElement, name: string, summary?: Element | null): void {
  const controls = controlsOf(element, name)
  const control = controls.find((one) => one instanceof HTMLInputElement && one.checked) ?? controls[0]
  if (control === undefined) return
  control.focus({ preventScroll: true })
  const question = control.closest('[data-field]') ?? control
  const height = summary
    ? question.getBoundingClientRect().bottom - summary.getBoundingClientRect().top
    : Number.POSITIVE_INFINITY
  // the bar at the top of a phone's screen covers a part of it
  if (height < window.innerHeight * 0.85) scrollTo(summary, { block: 'start' })
  else scrollTo(question, { block: 'center' })
}
