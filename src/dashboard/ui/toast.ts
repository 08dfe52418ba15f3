/** What a toast offers to do. */
export interface ToastAction {
  readonly label: string
  run(): void
}

export interface Toast {
  readonly id: number
  readonly kind: 'success' | 'failure'
  /** The sentence, in the specification's words. */
  readonly say: string
  /** Of whom, or why. */
  readonly more: string
  readonly action: ToastAction | undefined
  /** Milliseconds that it stays. */
  readonly stays: number
}

const brief = 5_000
const long = 8_000
/** With something to be done about it. */
const longest = 60_000

let toasts: readonly Toast[] = []
let last = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

function add(kind: Toast['kind'], say: string, more: string, action: ToastAction | undefined, stays: number): number {
  last += 1
  // A repeated failure is one toast, not a pile.
  const rest = toasts.filter((other) => !(other.kind === 'failure' && other.say === say && other.more === more))
  set([...rest.slice(-3), { id: last, kind, say, more, action, stays }])
  return last
}

/** The short messages at the window's foot. */
export const toast = {
  success: (say: string, more = '', action?: ToastAction, stays = brief): number => add('success', say, more, action, stays),
  failure: (say: string, more = '', action?: ToastAction): number => add('failure', say, more, action, action ? longest : long),
  end: (id: number): void => set(toasts.filter((other) => other.id !== id)),
  all: (): readonly Toast[] => toasts,
  subscribe: (changed: () => void): (() => void) => {
    listeners.add(changed)
    return () => {
      listeners.delete(changed)
    }
  },
}
