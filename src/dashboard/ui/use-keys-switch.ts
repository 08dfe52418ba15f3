import { useState } from 'react'
import { keepKeysOff, keysAreOff } from '../browser-storage.ts'

/** Whether single keys act, and how to change it; this browser remembers. */
export function useKeysSwitch(): readonly [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => !keysAreOff())
  return [
    on,
    (next) => {
      setOn(next)
      keepKeysOff(!next)
    },
  ]
}
