import { type ReactNode, useEffect, useRef, useState } from 'react'
import { typedKey } from '../ui/typed-key.ts'
import styles from './filters.module.css'

interface DisclosureProps {
  readonly summary: string
  readonly children: ReactNode
}

/** A panel below the filters. Opening another one, Esc and a click elsewhere close it. */
export function Disclosure({ summary, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const clicked = ({ target }: MouseEvent): void => {
      if (target instanceof Node && target.isConnected && !details.current?.contains(target)) setOpen(false)
    }
    const typed = (event: KeyboardEvent): void => {
      if (typedKey(event) !== 'Escape') return
      event.stopPropagation()
      setOpen(false)
      details.current?.querySelector('summary')?.focus()
    }
    document.addEventListener('click', clicked)
    document.addEventListener('keydown', typed, { capture: true })
    return () => {
      document.removeEventListener('click', clicked)
      document.removeEventListener('keydown', typed, { capture: true })
    }
  }, [isOpen])
  return (
    <details
      ref={details}
      className={styles.disclosure}
      name="filters"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  )
}
