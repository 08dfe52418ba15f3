import { type Faults, type Field, type Form, inOrder } from '../forms/form.ts'
import { validate } from '../forms/views/validate.ts'
import { isBlankRaw, type Raw, rawList, rawText } from './answers.ts'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isControl = (one: Element): one is Control =>
  one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement

/** The inputs of one question, in the page's order. */
export const controlsOf = (element: HTMLFormElement, name: string): readonly Control[] =>
  [...element.elements].filter(isControl).filter((control) => control.name === name)

const readOne = (field: Field, controls: readonly Control[]): unknown => {
  if (field.kind === 'multiselect')
    return controls.filter((control) => control instanceof HTMLInputElement && control.checked).map(({ value }) => value)
  if (field.kind === 'radio')
    return controls.find((control) => control instanceof HTMLInputElement && control.checked)?.value ?? ''
  const [control] = controls
  if (field.kind === 'file') return (control instanceof HTMLInputElement && control.files?.[0]) || null
  return control?.value ?? ''
}

/** What stands in the form, question by question, also in questions that are not asked at the moment. */
export function readAll(form: Form, element: HTMLFormElement): Record<string, unknown> {
  const raw: Record<string, unknown> = {}
  for (const [name, field] of inOrder(form)) raw[name] = readOne(field, controlsOf(element, name))
  return raw
}

/** The answers that the form would send: what is not asked is blank. */
export function readAnswers(form: Form, element: HTMLFormElement): Record<string, unknown> {
  const raw = readAll(form, element)
  for (const [name, field] of inOrder(form))
    if (field.shown !== undefined && raw[field.shown.field] !== field.shown.is) raw[name] = field.blank
  return raw
}

const write = (field: Field, controls: readonly Control[], raw: Raw, name: string): void => {
  if (field.kind === 'multiselect' || field.kind === 'radio') {
    const chosen = field.kind === 'radio' ? [rawText(raw, name)] : rawList(raw, name)
    for (const control of controls) if (control instanceof HTMLInputElement) control.checked = chosen.includes(control.value)
    return
  }
  const [control] = controls
  if (control === undefined) return
  if (field.kind !== 'file') {
    const text = rawText(raw, name) ?? ''
    // an option that is no longer offered leaves the question open
    const offered = !(control instanceof HTMLSelectElement) || [...control.options].some(({ value }) => value === text)
    control.value = offered ? text : ''
  } else if (control instanceof HTMLInputElement) putFile(control, raw[name])
}

/** Puts a file into an input; an older browser that cannot is left as it is, and the visitor chooses the file again. */
const putFile = (control: HTMLInputElement, file: unknown): void => {
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

/** Puts answers into the form. `only: 'blank'` leaves alone what has been answered there. Names that it does not ask are passed over. */
export function fillAnswers(form: Form, element: HTMLFormElement, raw: Raw, only?: 'blank'): void {
  for (const [name, field] of inOrder(form)) {
    const controls = controlsOf(element, name)
    if (only === 'blank' && (isBlankRaw(raw[name]) || !isBlankRaw(readOne(field, controls)))) continue
    write(field, controls, raw, name)
  }
}

/**
 * A web address as `type=url` takes it: `https://` before one that was written or pasted without (`www.example.in`). What does not
 * look like an address is left as it is.
 */
export const completeUrl = (text: string): string => {
  const written = text.trim()
  return /^[^\s:/?#@]+\.[^\s:/?#@.]{2,}(?:[:/?#]\S*)?$/.test(written) ? `https://${written}` : text
}

/** Completes the address in an input, where the input is strict about it. */
export function completeUrlIn(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || target.type !== 'url') return
  const completed = completeUrl(target.value)
  if (completed !== target.value) target.value = completed
}

/**
 * What the browser itself says of a question, in its own words; empty when it has nothing to say. What it says of an e-mail address that
 * the definition takes is passed over: browsers know no letters but Latin ones before the at sign.
 */
const browserSays = (element: HTMLFormElement, name: string, taken: boolean): string =>
  controlsOf(element, name).find(
    ({ willValidate, validity, type }) =>
      willValidate && !validity.valid && !(taken && type === 'email' && validity.typeMismatch),
  )?.validationMessage ?? ''

/**
 * What stands in the way of sending, by field, in the form's order; empty when nothing does. The definition decides. In a form whose
 * messages are the browser's, what the browser finds is said in its words.
 */
export function checkAnswers(form: Form, element: HTMLFormElement): Faults {
  for (const [name] of inOrder(form)) for (const control of controlsOf(element, name)) completeUrlIn(control)
  const checked = validate(form, readAnswers(form, element))
  const ours: Faults = checked.ok ? {} : checked.fault
  const faults: Record<string, string> = {}
  for (const [name] of inOrder(form)) {
    const fault = (form.messages === 'browser' && browserSays(element, name, ours[name] === undefined)) || ours[name]
    if (fault !== undefined) faults[name] = fault
  }
  return faults
}

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
