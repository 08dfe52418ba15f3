import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FrameProps } from '../../../dashboard/features.ts'
import { later, useLaterDialog } from '../../../dashboard/ui/Later.tsx'
import { typedKey } from '../../../dashboard/ui/typed-key.ts'
import { isDialogOpen } from '../../../dashboard/ui/use-keys.ts'

const palette = later('Go to', async () => (await import('./Palette.tsx')).Palette)

/** What the key is called on this computer. */
const shortcut = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘ K' : 'Ctrl K'

/** Opens the command palette, as Ctrl+K and Cmd+K do, also while one types. */
export function PaletteButton({ className }: FrameProps) {
  const dialog = useLaterDialog(palette)
  const show = useRef(dialog.show)
  show.current = dialog.show
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const isOurs = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && typedKey(event).toLowerCase() === 'k'
      // The editor of posts has a command of its own for these keys.
      if (!isOurs || event.defaultPrevented || isDialogOpen()) return
      event.preventDefault()
      show.current()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
  return (
    <>
      <button
        type="button"
        className={className}
        title={`Go to (${shortcut})`}
        onClick={dialog.show}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Search aria-hidden="true" size={18} strokeWidth={1.75} />
        <span>Go to</span>
        <kbd>{shortcut}</kbd>
      </button>
      {dialog.element({})}
    </>
  )
}
