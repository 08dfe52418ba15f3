/** Puts the focus on the list, where single keys act; nowhere while there is none. The list does not move. */
export function focusList(): void {
  const list = document.querySelector<HTMLElement>('[data-list]')
  if (list !== null) list.focus({ preventScroll: true })
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** Whether the focus is with the list: on it, in it, beside what is selected in it, or nowhere. */
export const isListFocused = (): boolean => {
  const { activeElement } = document
  return (
    activeElement === null || activeElement === document.body || activeElement.closest('[data-list], [data-selection]') !== null
  )
}
