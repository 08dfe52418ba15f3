import { createStore, useStore } from '../ui/store.ts'
import type { ReviewAction } from './review-action.ts'

// Decisions are shown at once and sent one after another. What the server holds stays the truth: until it has answered, an application is under way, and
// nothing says that it is decided.

/** The most calls that are made at once. */
const atOnce = 3

/** A decision that can be taken back before its call is made. */
export interface Revocable {
  /** Takes it back. Returns whether it was not too late for that. */
  takeBack?: () => boolean
}

/** The applications that are under way, and what is done with them. */
const underWay = createStore<ReadonlyMap<string, ReviewAction>>(new Map())

/** The decisions that wait for their turn, oldest first: called with whether it has come, or they were taken back. */
let waiting: readonly ((isTurn: boolean) => void)[] = []
let running = 0

function makeNext(most: number): void {
  while (running < most && waiting[0] !== undefined) {
    const [first, ...later] = waiting
    waiting = later
    running += 1
    first(true)
  }
}

// Calls that were made go on when the page closes (`call`). Those that wait are made then.
if (typeof document !== 'undefined') {
  window.addEventListener('pagehide', () => makeNext(Number.POSITIVE_INFINITY))
  document.addEventListener('visibilitychange', () => document.hidden && makeNext(Number.POSITIVE_INFINITY))
}

/** Whether a decision about an application is under way: another one would be about what the reviewer does not see. */
export const isUnderWay = (id: string): boolean => underWay.get().has(id)

/**
 * Makes the call of a decision when its turn has come.
 * @param step gets the function that takes it back before that
 * @returns what `make` returns; undefined if it was taken back. @throws the errors of `make`
 */
export async function inTurn<Answer>(
  { id, act, step }: { readonly id: string; readonly act: ReviewAction; readonly step: Revocable },
  make: () => Promise<Answer>,
): Promise<Answer | undefined> {
  const { promise: turn, resolve } = Promise.withResolvers<boolean>()
  waiting = [...waiting, resolve]
  step.takeBack = () => {
    if (!waiting.includes(resolve)) return false
    waiting = waiting.filter((other) => other !== resolve)
    resolve(false)
    return true
  }
  underWay.set(new Map([...underWay.get(), [id, act]]))
  makeNext(atOnce)
  try {
    if (!(await turn)) return undefined
    try {
      return await make()
    } finally {
      running -= 1
      makeNext(atOnce)
    }
  } finally {
    underWay.set(new Map([...underWay.get()].filter(([other]) => other !== id)))
  }
}

/** What is done with an application at this moment; undefined if nothing is. */
export const useUnderWay = (id: string): ReviewAction | undefined => useStore(underWay).get(id)

/** How many decisions are under way. */
export const useUnderWayCount = (): number => useStore(underWay).size

/** Why the last decision about an application was refused, by its id. */
const refusals = createStore<ReadonlyMap<string, string>>(new Map())

/** Keeps why a decision was refused; undefined forgets it. */
export function keepRefusal(id: string, why: string | undefined): void {
  const next = new Map(refusals.get())
  if (why !== undefined) next.set(id, why)
  else if (!next.delete(id)) return
  refusals.set(next)
}

export const useRefusal = (id: string): string | undefined => useStore(refusals).get(id)
