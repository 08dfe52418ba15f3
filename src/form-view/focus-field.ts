import { controlsOf } from './read-answers.ts'

/** Puts the focus into a question's input, and the whole question into view, its label first. */
export function focusField(element: HTMLFormElement, name: string): void {
  const controls = controlsOf(element, name)
  const control = controls.find((one) => one instanceof HTMLInputElement && one.checked) ?? controls[0]
  if (control === undefined) return
  control.focus({ preventScroll: true })
  control.closest('[data-field]')?.scrollIntoView({ block: 'center' })
}
