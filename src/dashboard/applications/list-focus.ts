import type { KeyboardEvent } from 'react'
import { typedKey } from '../ui/typed-key.ts'

/** The list; null if there is none. */
const findList = (): HTMLElement | null => document.querySelector('[data-page=shown] [data-list]')

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

const controls = 'button:not([disabled]), input'

/** Up and down move the focus from row to row of the list, left and right among the controls of a row, whose first is the name. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event
  const row = target instanceof HTMLElement ? target.closest('li') : null
  if (row === null || !(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const inRow = [...row.querySelectorAll<HTMLElement>(controls)]
  inRow.sort((a, b) => Number(b.hasAttribute('data-name')) - Number(a.hasAttribute('data-name')))
  const at = inRow.indexOf(target)
  const to = {
    ArrowDown: row.nextElementSibling?.querySelector<HTMLElement>('[data-name]'),
    ArrowUp: row.previousElementSibling?.querySelector<HTMLElement>('[data-name]'),
    ArrowRight: inRow[at + 1],
    ArrowLeft: inRow[at - 1],
  }[typedKey(event)]
  if (to === undefined || to === null) return
  event.preventDefault()
  to.focus()
}
