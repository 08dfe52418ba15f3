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
    console.error('forms: not all answers could be carried over', failure)
  }
}

/** Records the focused input of a form and its selection. Returns a function that sets both in another form. */
export function focusIn(native: HTMLFormElement): (live: HTMLFormElement) => void {
  const { activeElement } = document
  if (!native.contains(activeElement) || !activeElement?.id) return () => undefined
  const { id } = activeElement
  const isText = activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement
  const [from, to] = isText ? [activeElement.selectionStart, activeElement.selectionEnd] : []
  return (live) => {
    const input = live.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
    input?.focus({ preventScroll: true })
    // An e-mail input has no selection.
    if ((input instanceof HTMLTextAreaElement || input instanceof HTMLInputElement) && typeof from === 'number')
      input.setSelectionRange(from, to ?? from)
  }
}
