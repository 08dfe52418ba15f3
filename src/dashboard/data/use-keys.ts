import { useEffect, useRef } from 'react'

/** What each key does; the name is `KeyboardEvent.key`. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>

const typed = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(typed) !== null)

/** Keys that may be held down. */
const repeatable = new Set(['j', 'k', ' '])

/** Keys that a button or link under the focus needs for itself. */
const isPressing = ({ key, target }: KeyboardEvent): boolean =>
  (key === ' ' || key === 'Enter') && target instanceof HTMLElement && target.closest('a, button, summary, label, input') !== null

/** Single keys act while nobody types, no modifier is held and `on` is true. */
export function useKeys(keys: Keys, on: boolean): void {
  const now = useRef(keys)
  now.current = keys
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target) || isPressing(event))
        return
      const act = now.current[event.shiftKey && event.key === ' ' ? 'Shift+Space' : event.key]
      if (act === undefined || (event.repeat && !repeatable.has(event.key))) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [on])
}
