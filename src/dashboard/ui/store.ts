import { useSyncExternalStore } from 'react'

/** A value outside React, with listeners that run after every change. */
export interface Store<Value> {
  get(): Value
  set(next: Value): void
  /** Returns the function that removes the listener. */
  subscribe(listener: () => void): () => void
}

export function createStore<Value>(value: Value): Store<Value> {
  const listeners = new Set<() => void>()
  let current = value
  return {
    get: () => current,
    set: (next) => {
      current = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The store's value; the component renders again when it changes. */
export const useStore = <Value>({ subscribe, get }: Store<Value>): Value => useSyncExternalStore(subscribe, get, get)
