import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { report } from '../client.ts'
import { toast } from './toast.ts'

/** A lazily loaded component. */
export interface LaterPart<P> {
  /** For the message "Could not open …". */
  readonly name: string
  /** Loads it. After a failure, the next call tries again. */
  load(): Promise<ComponentType<P>>
  /** Undefined until it is loaded. */
  readonly component: ComponentType<P> | undefined
}

const loads: (() => Promise<unknown>)[] = []

/** A component that is loaded when it is first opened, or when the desk is idle if it is not `alone`. */
export function later<P>(name: string, fetchPart: () => Promise<ComponentType<P>>, alone = false): LaterPart<P> {
  let component: ComponentType<P> | undefined
  const load = async (): Promise<ComponentType<P>> => {
    component ??= await fetchPart()
    return component
  }
  if (!alone) loads.push(load)
  return {
    name,
    load,
    get component() {
      return component
    },
  }
}

/** Loads every such component when the browser is idle, unless the browser saves data. Returns the function that cancels it. */
export const fetchLaterParts = (): (() => void) =>
  whenIdle(() => {
    const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
    // Opening a component retries a failed load.
    if (connection?.saveData !== true) for (const load of loads) load().catch(() => undefined)
  })

/** A lazily loaded component as one that renders nothing until it is loaded. */
export function laterPart<P extends object>(name: string, fetchPart: () => Promise<ComponentType<P>>): ComponentType<P> {
  const part = later(name, fetchPart)
  return (props) => <Later part={part} props={props} failed={() => undefined} />
}

interface LaterProps<P> {
  readonly part: LaterPart<P>
  readonly props: P
  /** Shown until it is loaded. */
  readonly waiting?: ReactNode
  /** Called when it cannot be loaded, because of the network or a new deployment. A toast has already reported it. */
  failed(): void
}

/** Renders a lazily loaded component. If it cannot be loaded, a toast with a reload button reports that. */
export function Later<P extends object>({ part, props, waiting, failed }: LaterProps<P>) {
  const [Part, setPart] = useState(() => part.component)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once per mount
  useEffect(() => {
    if (Part !== undefined) return
    let isShown = true
    part.load().then(
      (loaded) => isShown && setPart(() => loaded),
      (error: unknown) => {
        report(`fetching ${part.name}`, error)
        if (!isShown) return
        const reload = { label: 'Reload', run: () => location.reload() }
        toast.failure(`Could not open ${part.name}`, 'Please reload the page. What you wrote is kept.', reload)
        failed()
      },
    )
    return () => {
      isShown = false
    }
  }, [])
  return Part === undefined ? waiting : <Part {...props} />
}

interface LaterOnceProps<P> extends Omit<LaterProps<P>, 'waiting'> {
  /** Whether it has something to show. */
  readonly needed: boolean
}

/** Renders a lazily loaded component from the first time on that it is needed: a dialog that closes still shows its last content. */
export function LaterOnce<P extends object>({ needed, failed, ...later }: LaterOnceProps<P>) {
  const [wasNeeded, setNeeded] = useState(needed)
  if (needed && !wasNeeded) setNeeded(true)
  const hasFailed = (): void => {
    setNeeded(false)
    failed()
  }
  return wasNeeded && <Later {...later} failed={hasFailed} />
}

/** The properties of every lazily loaded dialog. */
interface DialogProps {
  readonly open: boolean
  close(): void
}

/** A dialog that is loaded when it is first opened. `element` renders it with its other properties, and stays until its closing animation ends. */
export function useLaterDialog<P extends DialogProps>(part: LaterPart<P>) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  return {
    isOpen: state === 'open',
    show: (): void => setState('open'),
    element: (props: Omit<P, keyof DialogProps>): ReactNode =>
      state !== 'never' && (
        <Later
          part={part}
          props={{ ...props, open: state === 'open', close: () => setState('closed') } as P}
          failed={() => setState('never')}
        />
      ),
  }
}

/** Runs a function when the browser is idle; returns the function that cancels it. (Safari has no idle callback.) */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run)
    return () => cancelIdleCallback(handle)
  }
  const handle = setTimeout(run, 50)
  return () => clearTimeout(handle)
}
