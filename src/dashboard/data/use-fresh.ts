import { useEffect, useRef, useState } from 'react'

/**
 * How many applications came in since the list was loaded: what stands in the list is never moved under a reader's eyes.
 * `total` is how many there are now, `loadedAt` when the list was loaded (milliseconds).
 */
export function useFresh(total: number | undefined, loadedAt: number): number {
  const base = useRef<{ total: number; loadedAt: number }>(undefined)
  const [fresh, setFresh] = useState(0)
  useEffect(() => {
    if (total === undefined || loadedAt === 0) return
    if (base.current === undefined || base.current.loadedAt !== loadedAt || total < base.current.total)
      base.current = { total, loadedAt }
    setFresh(total - base.current.total)
  }, [total, loadedAt])
  return fresh
}
