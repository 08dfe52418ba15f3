import type { ComponentProps } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './button.module.css'

type Tone = 'plain' | 'approve' | 'pitch' | 'reject' | 'quiet' | 'danger' | 'icon'

/**
 * A button of the desk. It ignores the second click of a double click, because the list may have moved under the pointer. A disabled one keeps the focus:
 * most are disabled only while their work runs, and from the page without a focus the next key would reach the list.
 */
export function Button({
  tone = 'plain',
  className,
  disabled = false,
  onClick,
  ...props
}: ComponentProps<'button'> & { tone?: Tone }) {
  return (
    <button
      type="button"
      {...props}
      className={classNames(styles.button, styles[tone], className)}
      aria-disabled={disabled || undefined}
      onClick={(event) => {
        if (disabled) event.preventDefault()
        else if (event.detail <= 1) onClick?.(event)
      }}
    />
  )
}
