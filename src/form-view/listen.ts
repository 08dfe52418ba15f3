import type { Form } from '../forms/form.ts'
import { completeUrlIn } from './complete-url.ts'

export interface FormEvents {
  /** The answer to a question changed. */
  edited(name: string): void
  /** A file was chosen or taken out; `fault` when it cannot be sent. */
  fileChosen(name: string, file: File | null, fault: string | undefined): void
  /** The part of the form at hand, by its place. */
  reached(part: number): void
  /** The page goes out of sight, perhaps for good. */
  left(): void
}

/** Listens to all that happens in a form; the answer ends it. */
export function listen(form: Form, element: HTMLFormElement, on: FormEvents): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const tellPart = (node: Element | null | undefined): void => {
    if (node) on.reached(Number(node.getAttribute('data-part')))
  }
  element.addEventListener('input', ({ target }) => on.edited((target as HTMLInputElement).name), { signal })
  element.addEventListener(
    'change',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'file') return
      const file = target.files?.[0] ?? null
      const read = form.fields[target.name]?.parse(file)
      on.fileChosen(target.name, file, read?.ok === false ? String(read.fault) : undefined)
    },
    { signal },
  )
  element.addEventListener('focusout', ({ target }) => completeUrlIn(target), { signal })
  element.addEventListener('focusin', ({ target }) => tellPart((target as Element).closest('[data-part]')), { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && on.left(), { signal })
  // the part across the upper third of the screen is the one at hand
  const observer = new IntersectionObserver((seen) => tellPart(seen.find((one) => one.isIntersecting)?.target), {
    rootMargin: '-33% 0px -66% 0px',
  })
  for (const part of element.querySelectorAll('[data-part]')) observer.observe(part)
  signal.addEventListener('abort', () => observer.disconnect())
  return () => ending.abort()
}
