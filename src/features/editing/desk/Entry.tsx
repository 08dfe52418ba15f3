import { type ReactNode, useEffect, useRef, useState } from 'react'

/** An entry that folds. Once open, only the reader closes it: a fault that goes while one types would take the field away. */
export function Entry({
  name,
  opens,
  children,
}: {
  readonly name: string
  readonly opens: boolean
  readonly children: ReactNode
}) {
  const [isOpen, setOpen] = useState(opens)
  useEffect(() => {
    if (opens) setOpen(true)
  }, [opens])
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{name}</summary>
      {children}
    </details>
  )
}

/** Names for the entries of a list, which stay theirs when entries are moved, added and removed. */
export function useNames(entries: readonly unknown[]): readonly number[] {
  const last = useRef(0)
  const previous = useRef<{ readonly entries: readonly unknown[]; readonly names: readonly number[] }>({ entries: [], names: [] })
  if (previous.current.entries !== entries) {
    const { entries: before, names } = previous.current
    const free = new Set(before.keys())
    const taken = (at: number): number | undefined => (free.delete(at) ? names[at] : undefined)
    const same = entries.map((entry, at) =>
      taken(before[at] === entry ? at : before.findIndex((old, n) => old === entry && free.has(n))),
    )
    previous.current = { entries, names: same.map((name, at) => name ?? taken(at) ?? ++last.current) }
  }
  return previous.current.names
}
