/** The list; null if there is none. */
const findList = (): HTMLElement | null => document.querySelector('[data-list]')

/** Focuses the list, where keyboard shortcuts work, without scrolling. If there is no list, it removes the focus. */
export function focusList(): void {
  const list = findList()
  if (list !== null) list.focus({ preventScroll: true })
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** Whether the focus is on the list, on the bulk actions, or nowhere. */
export const isListFocused = (): boolean => {
  const { activeElement } = document
  return (
    activeElement === null || activeElement === document.body || activeElement.closest('[data-list], [data-selection]') !== null
  )
}
