import { useEffect, useRef } from 'react'
import { typedKey } from '../ui/typed-key.ts'
import { isDialogOpen, isTyping } from '../ui/use-keys.ts'

/** For this many milliseconds after `g`, the next key names a page. */
const waitMs = 1500

/** Calls `go` with the key that follows `g`. No other part of the desk gets that key, so that a slip decides nothing. */
export function useGoKeys(go: (key: string) => void, on: boolean): void {
  const current = useRef(go)
  current.current = go
  useEffect(() => {
    if (!on) return
    let until = 0
    const listen = (event: KeyboardEvent): void => {
      const key = typedKey(event)
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && key.length === 1
      if (!isPlain || isTyping(event.target) || isDialogOpen()) return
      const isSecond = performance.now() < until
      until = !isSecond && key === 'g' && !event.repeat ? performance.now() + waitMs : 0
      if (!isSecond) return
      event.preventDefault()
      event.stopImmediatePropagation()
      current.current(key)
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [on])
}
