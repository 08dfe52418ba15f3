import type { ComponentProps } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './button.module.css'

type Tone = 'plain' | 'approve' | 'pitch' | 'reject' | 'quiet' | 'danger' | 'icon'

/** A button of the desk. It ignores the second click of a double click, because the list may have moved under the pointer. */
export function Button({ tone = 'plain', className, onClick, ...props }: ComponentProps<'button'> & { tone?: Tone }) {
  return (
    <button
      type="button"
      {...props}
      className={classNames(styles.button, styles[tone], className)}
      onClick={(event) => {
        if (event.detail <= 1) onClick?.(event)
      }}
    />
  )
}
