import type { Form } from '../forms/form.ts'
import { second } from '../shared/dates.ts'
import { completeUrlIn } from './form-dom.ts'

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

export interface FormEvents {
  /** The answer to a question changed. */
  edited(name: string): void
  /** A file was chosen or taken out; `fault` when it cannot be sent. */
  fileChosen(name: string, file: File | null, fault: string | undefined): void
  /** Something was not put into the answer to a question, because of `fault`. */
  refused(name: string, fault: string): void
  /** The part of the form at hand, by its place. */
  reached(part: number): void
  /** The page goes out of sight, perhaps for good. */
  left(): void
}

/** Listens to all that happens in a form; the answer ends it. */
export function listen(form: Form, element: HTMLFormElement, on: FormEvents): () => void {
  const endings: (() => void)[] = []
  // one by one, without a signal, which Safari knows from 15 on
  const hear = (target: EventTarget, type: string, listener: (event: Event) => void): void => {
    target.addEventListener(type, listener)
    endings.push(() => target.removeEventListener(type, listener))
  }
  const tellPart = (node: Element | null | undefined): void => {
    if (node) on.reached(Number(node.getAttribute('data-part')))
  }
  hear(element, 'input', ({ target }) => on.edited((target as HTMLInputElement).name))
  hear(element, 'paste', (event) => {
    const refused = checkPaste(form, event as ClipboardEvent)
    if (refused !== undefined) on.refused(refused.name, refused.fault)
  })
  hear(element, 'change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'file') return
    const file = target.files?.[0] ?? null
    const read = form.fields[target.name]?.parse(file)
    on.fileChosen(target.name, file, read?.ok === false ? String(read.fault) : undefined)
  })
  hear(element, 'focusout', ({ target }) => completeUrlIn(target))
  hear(element, 'focusin', ({ target }) => tellPart((target as Element).closest('[data-part]')))
  hear(document, 'visibilitychange', () => document.visibilityState === 'hidden' && on.left())
  if ('IntersectionObserver' in window) {
    // the part across the upper third of the screen is the one at hand
    const observer = new IntersectionObserver((seen) => tellPart(seen.find((one) => one.isIntersecting)?.target), {
      rootMargin: '-33% 0px -66% 0px',
    })
    for (const part of element.querySelectorAll('[data-part]')) observer.observe(part)
    endings.push(() => observer.disconnect())
  }
  return () => {
    for (const end of endings) end()
  }
}

const pauseMs = 0.3 * second

/**
 * Does `work` when nobody is in the middle of something in `element`: at once when it has no focus, else when the typing pauses and no
 * word is being composed (Tamil keyboards compose), or when the focus leaves.
 */
export function whenStill(element: HTMLElement, work: () => void): void {
  if (!element.contains(document.activeElement)) {
    work()
    return
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  // a word is being composed, or a finger is down
  let held = false
  const types = [
    'compositionstart',
    'compositionend',
    'keydown',
    'input',
    'pointerdown',
    'pointerup',
    'focusin',
    'focusout',
  ] as const
  const finish = (): void => {
    clearTimeout(timer)
    for (const type of types) element.removeEventListener(type, wait)
    work()
  }
  const wait = (event?: Event): void => {
    clearTimeout(timer)
    if (event?.type === 'compositionstart' || event?.type === 'pointerdown') held = true
    if (event?.type === 'compositionend' || event?.type === 'pointerup' || event?.type === 'focusout') held = false
    if (!held) timer = setTimeout(finish, pauseMs)
  }
  for (const type of types) element.addEventListener(type, wait)
  wait()
}
