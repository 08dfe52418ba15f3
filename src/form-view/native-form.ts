import type { Form } from '../forms/form.ts'
import { fingerprint, newKey, toPayload } from './delivery/payload.ts'
import type { FormHandle } from './EditableForm.tsx'
import { fillAnswers, readAll, readAnswers } from './form-dom.ts'

/** Gives the native form the key of an attempt that may still be under way, as long as the answers are the same; for other answers, a key with the same kolam. */
function carryKey(form: Form, native: HTMLFormElement, { element, keeper }: FormHandle): void {
  const key = native.elements.namedItem('idempotencyKey')
  if (!(key instanceof HTMLInputElement)) return
  const isSame = keeper.tried() === fingerprint(toPayload(form, '', readAnswers(form, element)).answers)
  key.value = isSame ? keeper.key() : newKey(keeper.key())
  native.addEventListener('input', () => (key.value = newKey(key.value)))
}

/** Fills the native form with the answers of the live one. A failure is logged. */
export function copyAnswers(form: Form, native: HTMLFormElement, live: FormHandle): void {
  try {
    fillAnswers(form, native, readAll(form, live.element))
    carryKey(form, native, live)
  } catch (failure) {
    console.error('forms: answers not carried over', failure)
  }
}

/** A selector of what has the focus, for the same part of another form; undefined for what only this one has. */
function selectorOf(active: Element): string | undefined {
  if (active.id !== '') return `#${CSS.escape(active.id)}`
  if (active instanceof HTMLAnchorElement) return `a[href="${CSS.escape(active.getAttribute('href') ?? '')}"]`
  return active instanceof HTMLButtonElement && active.type === 'submit' ? '[type=submit]' : undefined
}

/** Records what has the focus in a part of the page, an input with its selection. Returns a function that sets both in the part in its place. */
export function focusIn(original: Element): (live: Element) => void {
  const { activeElement } = document
  const selector = activeElement !== null && original.contains(activeElement) ? selectorOf(activeElement) : undefined
  if (activeElement === null || selector === undefined) return () => undefined
  const isText = activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement
  const [from, to] = isText ? [activeElement.selectionStart, activeElement.selectionEnd] : []
  return (live) => {
    const input = live.querySelector<HTMLElement>(selector)
    input?.focus({ preventScroll: true })
    // An e-mail input has no selection.
    if ((input instanceof HTMLTextAreaElement || input instanceof HTMLInputElement) && typeof from === 'number')
      input.setSelectionRange(from, to ?? from)
  }
}
