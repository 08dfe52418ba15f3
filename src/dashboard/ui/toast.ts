import { createStore, useStore } from './store.ts'

/** A button of a toast. */
interface ToastAction {
  readonly label: string
  run(): void
  /** What one can look at before, in a tab of its own. */
  readonly link?: { readonly label: string; readonly href: string }
}

export interface Toast {
  readonly id: number
  readonly kind: 'success' | 'failure'
  /** The sentence; the specification gives some of them. */
  readonly title: string
  /** Second line: whose application, or why. */
  readonly detail: string
  readonly action: ToastAction | undefined
  /** Milliseconds until it closes. */
  readonly duration: number
}

const brief = 5_000
const long = 8_000
/** For a failure with a button. */
const longest = 60_000

const toasts = createStore<readonly Toast[]>([])
let last = 0

function add(kind: Toast['kind'], title: string, detail: string, action: ToastAction | undefined, duration: number): number {
  last += 1
  // A repeated failure replaces its earlier toast.
  const remaining = toasts
    .get()
    .filter((shown) => !(shown.kind === 'failure' && shown.title === title && shown.detail === detail))
  toasts.set([...remaining.slice(-3), { id: last, kind, title, detail, action, duration }])
  return last
}

/** Short messages at the bottom of the window. `success` and `failure` return the id with which `end` closes the toast. */
export const toast = {
  success: (title: string, detail = '', action?: ToastAction, duration = brief): number =>
    add('success', title, detail, action, duration),
  failure: (title: string, detail = '', action?: ToastAction): number =>
    add('failure', title, detail, action, action ? longest : long),
  end: (id: number): void => toasts.set(toasts.get().filter((shown) => shown.id !== id)),
}

/** The toasts on screen, oldest first. */
export const useToasts = (): readonly Toast[] => useStore(toasts)
