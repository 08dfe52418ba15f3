import { type Faults, type Field, type Form, inOrder } from '../forms/form.ts'
import { validate } from '../forms/views/validate.ts'
import { isBlankRaw, type Raw, rawList, rawText } from './answers.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement

/** The inputs of a field, in the page's order. */
export const controlsOf = (element: HTMLFormElement, name: string): readonly Control[] =>
  [...element.elements].filter(isControl).filter((control) => control.name === name)

const readField = (field: Field, controls: readonly Control[]): unknown => {
  if (field.kind === 'multiselect')
    return controls.filter((control) => control instanceof HTMLInputElement && control.checked).map(({ value }) => value)
  if (field.kind === 'radio')
    return controls.find((control) => control instanceof HTMLInputElement && control.checked)?.value ?? ''
  const [control] = controls
  if (field.kind === 'file') return (control instanceof HTMLInputElement && control.files?.[0]) || null
  return control?.value ?? ''
}

/** The raw answers of all fields, hidden ones included. */
export function readAll(form: Form, element: HTMLFormElement): Record<string, unknown> {
  const raw: Record<string, unknown> = {}
  for (const [name, field] of inOrder(form)) raw[name] = readField(field, controlsOf(element, name))
  return raw
}

/** The raw answers that the form would send: hidden fields are blank. */
export function readAnswers(form: Form, element: HTMLFormElement): Record<string, unknown> {
  const raw = readAll(form, element)
  for (const [name, field] of inOrder(form))
    if (field.shown !== undefined && raw[field.shown.field] !== field.shown.is) raw[name] = field.blank
  return raw
}

const writeField = (field: Field, controls: readonly Control[], raw: Raw, name: string): void => {
  if (field.kind === 'multiselect' || field.kind === 'radio') {
    const chosen = field.kind === 'radio' ? [rawText(raw, name)] : rawList(raw, name)
    for (const control of controls)
      if (control instanceof HTMLInputElement) {
        control.checked = chosen.includes(control.value)
        // A choice of before stays the answer, and is sent.
        if (control.checked) control.disabled = false
      }
    return
  }
  const [control] = controls
  if (control === undefined) return
  if (field.kind !== 'file') {
    const text = rawText(raw, name) ?? ''
    // An option that is no longer offered leaves the question unanswered.
    const options = control instanceof HTMLSelectElement ? [...control.options] : undefined
    const option = options?.find(({ value }) => value === text)
    // An option that was chosen before it closed stays the answer, and is sent.
    if (option !== undefined) option.disabled = false
    control.value = options === undefined || option !== undefined ? text : ''
  } else if (control instanceof HTMLInputElement) putFile(control, raw[name])
}

/** Puts a file into an input. In older browsers, which cannot do this, the visitor has to choose the file again. */
export const putFile = (control: HTMLInputElement, file: unknown): void => {
  if (!(file instanceof File)) {
    control.value = ''
    return
  }
  try {
    const carrier = new DataTransfer()
    carrier.items.add(file)
    control.files = carrier.files
  } catch (error) {
    console.warn('form: a kept file could not be put back', error)
  }
}

/** Marks the textareas on the screen, for the style sheet: a text that the script puts there must not move what the visitor sees. They grow when they get the focus. */
export function keepHeights(element: HTMLFormElement): void {
  for (const area of element.querySelectorAll('textarea'))
    area.toggleAttribute('data-still', area.getBoundingClientRect().top < innerHeight)
}

/** Puts answers into the form. `only: 'blank'` fills blank fields only. Unknown names are ignored. */
export function fillAnswers(form: Form, element: HTMLFormElement, raw: Raw, only?: 'blank'): void {
  for (const [name, field] of inOrder(form)) {
    const controls = controlsOf(element, name)
    if (only === 'blank' && (isBlankRaw(raw[name]) || !isBlankRaw(readField(field, controls)))) continue
    writeField(field, controls, raw, name)
  }
}

/**
 * Completes a URL for `type=url`: adds `https://` to one that was typed or pasted without it (`www.example.in`). Other text is returned unchanged.
 */
export const completeUrl = (text: string): string => {
  const written = text.trim()
  return /^[^\s:/?#@]+\.[^\s:/?#@.]{2,}(?:[:/?#]\S*)?$/.test(written) ? `https://${written}` : text
}

const typedKinds: ReadonlySet<unknown> = new Set(['text', 'email', 'tel', 'url'])

/** Puts the stored form of an answer into its input: without invisible signs, which the browser's own check refuses, and as a complete URL where it is one. */
export function tidy(form: Form, target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement)) return
  const field = form.fields[target.name]
  if (!typedKinds.has(field?.kind)) return
  const read = field?.parse(target.value)
  const text = read?.ok ? String(read.value) : target.value
  const tidied = target.type === 'url' ? completeUrl(text) : text
  if (tidied !== target.value) target.value = tidied
}

/**
 * The browser's own validation message of a field; empty if it has none. Its message about an e-mail address that the definition accepts
 * is ignored: browsers accept only Latin letters before the at sign.
 */
const browserMessage = (element: HTMLFormElement, name: string, taken: boolean): string =>
  controlsOf(element, name).find(
    ({ willValidate, validity, type }) =>
      willValidate && !validity.valid && !(taken && type === 'email' && validity.typeMismatch),
  )?.validationMessage ?? ''

/**
 * The faults of a form's answers by field, in the form's order; empty if it can be sent. The definition decides. If the form uses the browser's
 * messages, these take precedence.
 */
export function checkAnswers(form: Form, element: HTMLFormElement): Faults {
  for (const [name] of inOrder(form)) for (const control of controlsOf(element, name)) tidy(form, control)
  const checked = validate(form, readAnswers(form, element))
  const ours: Faults = checked.ok ? {} : checked.fault
  const faults: Record<string, string> = {}
  for (const [name] of inOrder(form)) {
    const fault = (form.messages === 'browser' && browserMessage(element, name, ours[name] === undefined)) || ours[name]
    if (fault !== undefined) faults[name] = fault
  }
  return faults
}

/** Scrolls to an element. If `scrollIntoView` fails, that is logged, and the page does not scroll. */
function scrollTo(element: Element | null | undefined, options?: ScrollIntoViewOptions): void {
  try {
    element?.scrollIntoView(options)
  } catch (error) {
    console.warn('forms: could not scroll', error)
  }
}

/**
 * Focuses a field's input, and scrolls the field into view with its label; with the summary, if both fit on the screen.
 */
export function focusField(element: HTMLFormElement, name: string, summary?: Element | null): void {
  const controls = controlsOf(element, name)
  const control = controls.find((candidate) => candidate instanceof HTMLInputElement && candidate.checked) ?? controls[0]
  if (control === undefined) return
  control.focus({ preventScroll: true })
  const question = control.closest('[data-field]') ?? control
  const height = summary
    ? question.getBoundingClientRect().bottom - summary.getBoundingClientRect().top
    : Number.POSITIVE_INFINITY
  // The bar at the top of a phone's screen covers a part of it.
  if (height < window.innerHeight * 0.85) scrollTo(summary, { block: 'start' })
  else scrollTo(question, { block: 'center' })
}

/** Focuses the alert at the button, and scrolls it into view with the text below it. */
export function focusAlert(alert: HTMLElement | null): void {
  alert?.focus()
  scrollTo(alert?.parentElement, { block: 'nearest' })
}
