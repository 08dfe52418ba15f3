import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'

/** Whether a row is in sight, by what was measured before: `scrollToIndex` would force a layout to find out. */
function isVisible(
  { measurementsCache, scrollOffset, scrollRect, options }: Virtualizer<Window, HTMLLIElement>,
  at: number,
): boolean {
  const row = measurementsCache[at]
  if (row === undefined || scrollOffset === null || scrollRect === null) return false
  const { scrollPaddingStart, scrollPaddingEnd } = options
  return row.start >= scrollOffset + scrollPaddingStart && row.end <= scrollOffset + scrollRect.height - scrollPaddingEnd
}

/** Keeps the selected row visible when keys move the selection. */
export function useScrollToSelected(
  virtual: Virtualizer<Window, HTMLLIElement>,
  records: readonly ApplicationRecord[],
  selected: string | undefined,
) {
  const at = records.findIndex((record) => record.id === selected)
  const scrolledTo = useRef<string>(undefined)
  // Not again for new rows above it, nor when the page of the list comes back.
  useEffect(() => {
    if (at < 0 || scrolledTo.current === selected) return
    scrolledTo.current = selected
    if (!isVisible(virtual, at)) virtual.scrollToIndex(at, { align: 'auto' })
  }, [at, selected, virtual])
}
