import type { KeyboardEvent, ReactNode } from 'react'
import { typedKey } from '../../../dashboard/ui/typed-key.ts'
import { addressOf } from './picture-address.ts'
import styles from './site.module.css'

interface FocusPointProps {
  /** The picture. */
  readonly file: string
  /** Such as `50% 30%`; empty: the middle. */
  readonly value: string
  readonly label: string
  put(value: string): void
  /** The field for the value. */
  readonly children: ReactNode
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-5, 0],
  ArrowRight: [5, 0],
  ArrowUp: [0, -5],
  ArrowDown: [0, 5],
}

const share = (part: number): string => `${Math.round(Math.min(100, Math.max(0, part)))}%`

/** The point of a picture that stays in view: chosen by a press on it, or moved by the arrow keys. */
export function FocusPoint({ file, value, label, put, children }: FocusPointProps) {
  const address = addressOf('pictures', file)
  if (address === undefined) return children
  const [, x = '50', y = '50'] = /^(\d+)% (\d+)%$/.exec(value) ?? []
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[typedKey(event)]
    if (step === undefined) return
    event.preventDefault()
    put(`${share(Number(x) + step[0])} ${share(Number(y) + step[1])}`)
  }
  return (
    <div className="stack gap-2 start">
      <button
        type="button"
        className={styles.focus}
        aria-label={`${label}: ${x}% from the left, ${y}% from the top. The arrow keys move it.`}
        onKeyDown={onKeyDown}
        onClick={({ currentTarget, clientX, clientY, detail }) => {
          // A press by a key has no place.
          if (detail === 0) return
          const { left, top, width, height } = currentTarget.getBoundingClientRect()
          put(`${share((100 * (clientX - left)) / width)} ${share((100 * (clientY - top)) / height)}`)
        }}
      >
        <img src={address} alt="" />
        <span className={styles.point} style={{ left: `${x}%`, top: `${y}%` }} />
      </button>
      {children}
    </div>
  )
}
