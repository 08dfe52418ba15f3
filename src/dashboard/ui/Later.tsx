import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { report } from '../client.ts'
import { toast } from './toast.ts'

/** A part of the desk with a file of its own. */
export interface LaterPart<P> {
  /** As in "Could not open …". */
  readonly name: string
  /** Fetches it; every call tries again while it is not there. */
  load(): Promise<ComponentType<P>>
  /** Undefined until it is there. */
  readonly component: ComponentType<P> | undefined
}

const loads: (() => Promise<unknown>)[] = []

/** A part that is fetched once the desk is painted, or when it is first opened. */
export function later<P>(name: string, fetchPart: () => Promise<ComponentType<P>>): LaterPart<P> {
  let component: ComponentType<P> | undefined
  const load = async (): Promise<ComponentType<P>> => {
    component ??= await fetchPart()
    return component
  }
  loads.push(load)
  return {
    name,
    load,
    get component() {
      return component
    },
  }
}

/** Fetches every later part once the browser has time, unless its owner saves data. Returns what stops that. */
export const fetchLaterParts = (): (() => void) =>
  whenIdle(() => {
    const { connection } = navigator as { connection?: { readonly saveData?: boolean } }
    // One that cannot be had is tried again when it is opened.
    if (connection?.saveData !== true) for (const load of loads) load().catch(() => undefined)
  })

export interface LaterProps<P> {
  readonly part: LaterPart<P>
  readonly props: P
  /** What shows until it is there. */
  readonly waiting?: ReactNode
  /** Called when it cannot be had: the line is down, or a deployment took the file away. The reader is told. */
  failed(): void
}

/** Shows a later part. One that cannot be fetched costs a message with a way to reload, and never the page. */
export function Later<P extends object>({ part, props, waiting, failed }: LaterProps<P>) {
  const [Part, setPart] = useState(() => part.component)
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once each time that it is shown
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

/** Runs something once the browser has time for it; returns what stops that. (Safari cannot tell.) */
export function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run)
    return () => cancelIdleCallback(handle)
  }
  const handle = setTimeout(run, 50)
  return () => clearTimeout(handle)
}
