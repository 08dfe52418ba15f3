import { useEffect, useRef } from 'react'
import { keysAreOff, storeKeysOff } from '../browser-storage.ts'
import { createStore, useStore } from './store.ts'
import { typedKey } from './typed-key.ts'

/** The action of each key; the names are as `nameOf` returns them. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>

const typed = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select'

/** Whether keys of this target type or choose something. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest(typed) !== null)

/** Keys that may be held down. */
const repeatable = new Set(['j', 'k', 'J', 'K', ' '])

/** Whether the focused button or link uses the key itself. */
const isPressing = (key: string, target: EventTarget | null): boolean =>
  (key === ' ' || key === 'Enter') && target instanceof HTMLElement && target.closest('a, button, summary, label, input') !== null

/** Whether a dialog with its own keys is open, wherever the focus is, but on the shown page; the details dialog uses the desk's. */
export const isDialogOpen = (): boolean =>
  [...document.querySelectorAll(':is([role=dialog]:not([data-details]), [role=alertdialog])[data-open]')].some(
    (dialog) => dialog.getClientRects().length > 0,
  )

/** Whether a menu is open, so that Escape closes it. Browsers without popovers have no menus. */
const isMenuOpen = (): boolean => CSS.supports('selector(:popover-open)') && document.querySelector(':popover-open') !== null

/** `Shift+Space`, `Shift+j`, `Ctrl+z` (the Command key is the same), or the key alone; empty for other combinations. */
function nameOf(key: string, { shiftKey, ctrlKey, metaKey }: KeyboardEvent): string {
  if (ctrlKey || metaKey) return shiftKey ? '' : `Ctrl+${key}`
  if (!shiftKey) return key
  return key === ' ' ? 'Shift+Space' : /^[a-z]$/i.test(key) ? `Shift+${key.toLowerCase()}` : key
}

/** Whether a shortcut applies. In a text field, only Escape does: it leaves the field. */
const isOurs = (key: string, target: EventTarget | null): boolean =>
  key === 'Escape' || !(isTyping(target) || isPressing(key, target))

/** Runs keyboard shortcuts while `on` is true, except during typing. */
export function useKeys(keys: Keys, on: boolean): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent): void => {
      const key = typedKey(event)
      if (event.altKey || !isOurs(key, event.target) || isDialogOpen() || isMenuOpen()) return
      const act = current.current[nameOf(key, event)]
      if (act === undefined || (event.repeat && !repeatable.has(key))) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [on])
}

const keysOff = createStore<boolean | undefined>(undefined)

/** Whether keyboard shortcuts are on, and the function that switches them; stored in this browser. */
export function useKeysSwitch(): readonly [boolean, (on: boolean) => void] {
  const off = useStore(keysOff) ?? keysAreOff()
  return [
    !off,
    (next) => {
      keysOff.set(!next)
      storeKeysOff(!next)
    },
  ]
}
