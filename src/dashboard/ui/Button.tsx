import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './button.module.css'

type Tone = 'plain' | 'approve' | 'pitch' | 'reject' | 'quiet' | 'danger' | 'icon'

/**
 * A button of the desk. It ignores the second click of a double click, because the list may have moved under the pointer. A disabled one keeps the focus:
 * most are disabled only while their work runs, and from the page without a focus the next key would reach the list. One that is removed passes the focus
 * to the element around it that can take it (`tabIndex={-1}`), such as the list or the reading pane.
 */
export function Button({
  tone = 'plain',
  className,
  disabled = false,
  onClick,
  onFocus,
  ...props
}: ComponentProps<'button'> & { tone?: Tone }) {
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
      onFocus={(event) => {
        focused.current = event.currentTarget
        onFocus?.(event)
      }}
      onClick={(event) => {
        if (disabled) event.preventDefault()
        else if (event.detail <= 1) onClick?.(event)
      }}
    />
  )
}
