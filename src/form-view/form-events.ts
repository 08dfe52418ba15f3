import type { Form } from '../forms/form.ts'
import { completeUrlIn } from './complete-url.ts'
import { checkPaste } from './long-text.ts'

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
