import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './button.module.css'
import { mayAct } from './steady.ts'

type Tone = 'plain' | 'approve' | 'pitch' | 'reject' | 'quiet' | 'danger' | 'main' | 'icon'

/**
 * A button of the desk. One that decides, deletes, releases or sends something has the id of that as its `subject`, and ignores a press that was meant for
 * another one (`mayAct`). It ignores the second click of a double click, because the list may have moved under the pointer. A disabled one keeps the focus:
 * most are disabled only while their work runs, and from the page without a focus the next key would reach the list. One that is removed passes the focus
 * to the element around it that can take it (`tabIndex={-1}`), such as the list or the reading pane.
 */
export function Button({
  tone = 'plain',
  subject,
  className,
  disabled = false,
  onClick,
  onFocus,
  ...props
}: ComponentProps<'button'> & { tone?: Tone; subject?: string }) {
  const since = useRef({ subject, at: Number.NEGATIVE_INFINITY })
  if (since.current.subject !== subject) since.current = { subject, at: performance.now() }
  // Not a ref of the element, because the caller may pass one.
  const focused = useRef<HTMLButtonElement>(null)
  useLayoutEffect(
    () => () => {
      if (focused.current !== null && focused.current === document.activeElement)
        focused.current.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
    },
    [],
  )
  return (
    <button
      type="button"
      {...props}
      className={classNames(styles.button, styles[tone], className)}
      aria-disabled={disabled || undefined}
      data-subject={subject}
      onFocus={(event) => {
        focused.current = event.currentTarget
        onFocus?.(event)
      }}
      onClick={(event) => {
        // It would also send its form again.
        if (disabled || event.detail > 1) event.preventDefault()
        else if (subject === undefined || mayAct(subject, event, since.current.at)) onClick?.(event)
      }}
    />
  )
}

/** Of a menu of buttons: closes it before what is pressed in it acts, also if it belongs to a page. */
export const closeWithin = (menu: HTMLElement | null): void =>
  menu?.addEventListener('click', () => menu.hidePopover(), { capture: true })
