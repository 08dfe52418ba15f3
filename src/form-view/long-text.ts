import type { Form } from '../forms/form.ts'

/** Above this many UTF-16 units a textarea no longer grows with its text: it has its greatest height by then, and measuring takes seconds. */
const long = 5_000

/** Marks the textareas of a form that hold a long text, for the style sheet. */
export function markLongTexts(element: HTMLFormElement): void {
  for (const area of element.querySelectorAll('textarea')) area.toggleAttribute('data-long', area.value.length > long)
}

/** The least that may always be pasted, in UTF-16 units, so that it can be shortened in the form. */
const alwaysPasted = 20_000

const number = new Intl.NumberFormat('en-US')

/**
 * Looks at what is about to be pasted into a question. Marks a textarea that it makes long; a text of more than twice what the question
 * takes would stop the page for many seconds at each key, so it is not pasted: the answer is the message that says so.
 */
export function checkPaste(form: Form, event: ClipboardEvent): { readonly name: string; readonly fault: string } | undefined {
  const { target } = event
  if (!(target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement)) return undefined
  const field = form.fields[target.name]
  const pasted = event.clipboardData?.getData('text/plain').length ?? 0
  const length = target.value.length + pasted
  if (target instanceof HTMLTextAreaElement) target.toggleAttribute('data-long', length > long)
  if (field?.limit === undefined || length <= Math.max(2 * field.limit, alwaysPasted)) return undefined
  event.preventDefault()
  return {
    name: target.name,
    fault: `${field.label} can have ${number.format(field.limit)} characters at most. The text was not pasted, because it has about ${number.format(pasted)}: please shorten it first.`,
  }
}
