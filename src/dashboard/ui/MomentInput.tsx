import type { ComponentProps } from 'react'
import { isSkipped } from '../labels.ts'

interface MomentInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** By the clocks of the site. */
  readonly value: string
  change(value: string): void
}

/** The input of a time. One that the site's clocks skip, because summer time begins, is refused: a sentence says so, and its form is not sent. */
export function MomentInput({ value, change, ...props }: MomentInputProps) {
  const fault = isSkipped(value) ? 'Clocks skip this time, because summer time begins. Choose another.' : ''
  return (
    <>
      <input
        {...props}
        ref={(input) => input?.setCustomValidity(fault)}
        type="datetime-local"
        value={value}
        aria-invalid={fault !== '' || undefined}
        onChange={(event) => change(event.target.value)}
      />
      <span className="fault" role="status">
        {fault}
      </span>
    </>
  )
}
