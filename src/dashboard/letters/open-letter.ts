import { useSyncExternalStore } from 'react'
import type { Choice } from './letters.ts'

/** The letter, or the letters to choose from, that the desk shows. */
export interface OpenLetter {
  /** To whom. */
  readonly whom: string
  readonly choices: readonly Choice[]
  /** What of it is to be known: when it goes, or went. */
  readonly about: string
}

let open: OpenLetter | undefined
const listeners = new Set<() => void>()

/** Shows a letter over the page; with undefined, closes it. */
export function showLetter(letter: OpenLetter | undefined): void {
  open = letter
  for (const listener of listeners) listener()
}

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
  }
}

/** The letter that is shown; undefined while none is. */
export const useOpenLetter = (): OpenLetter | undefined =>
  useSyncExternalStore(
    subscribe,
    () => open,
    () => undefined,
  )
