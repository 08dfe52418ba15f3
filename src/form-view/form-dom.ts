import { type Field, type Form, inOrder } from '../forms/form.ts'
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
