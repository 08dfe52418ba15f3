import { type MouseEvent, useEffect, useState } from 'react'
import { day, hour, minute } from '../../shared/durations.ts'
import { translate } from '../../shared/translate.ts'
import button from '../plain-button.module.css'
import styles from './draft-status.module.css'
import type { DraftState } from './keeper.ts'

/** `just now`, `2 min ago`, `3 h ago`, `2 days ago`. */
export function timeAgo(ms: number): string {
  if (ms < minute) return translate`just now`
  if (ms < hour) return translate`${Math.floor(ms / minute)} min ago`
  if (ms < day) return translate`${Math.floor(ms / hour)} h ago`
  const days = Math.floor(ms / day)
  return days === 1 ? translate`1 day ago` : translate`${days} days ago`
}

/** Keeps the focus here, because the button that was pressed is replaced. */
const takeFocus = ({ currentTarget, target }: MouseEvent<HTMLElement>): void => {
  if ((target as Element).closest('button')) currentTarget.focus({ preventScroll: true })
}

const action = (label: string, act: () => void) => (
  <button type="button" className={button.plain} onClick={act}>
    {label}
  </button>
)

/** The state of the draft in one line: "Saved on this device 2 min ago · Clear". */
export const DraftStatus = ({ state, onClear }: { readonly state: DraftState; readonly onClear: () => void }) => {
  const [now, setNow] = useState(() => Date.now())
  const at = state.kind === 'saved' ? state.at : 0
  useEffect(() => {
    setNow(Math.max(at, Date.now()))
    const timer = setInterval(() => setNow(Date.now()), minute / 4)
    return () => clearInterval(timer)
  }, [at])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it are pressed; it takes their focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button makes a click
    <div className={`soft small ${styles.status}`} aria-live="polite" tabIndex={-1} onClick={takeFocus}>
      {state.kind === 'none' && (
        <p>{translate`Each answer draws a little more. Your answers are saved on this device as you type. Continue later, here or on another device.`}</p>
      )}
      {state.kind === 'off' && (
        <p>{translate`Your answers can’t be saved on this device. Please send them before you leave this page.`}</p>
      )}
      {state.kind === 'saved' && (
        <p className={styles.saved}>
          {/* Not announced to screen readers: the minutes change without an action of the visitor. */}
          {translate`Saved on this device `}
          <span aria-live="off">{timeAgo(Math.max(0, now - at))}</span> · {action(translate`Clear`, onClear)}
        </p>
      )}
      {state.kind === 'cleared' && (
        <p className={styles.saved}>
          {translate`Cleared · `}
          {action(translate`Undo`, state.undo)}
        </p>
      )}
      {(state.kind === 'removed' || state.kind === 'conflict') && (
        <div className="note">
          <p>
            {state.kind === 'removed'
              ? translate`Another tab sent or cleared this form. These answers are not saved.`
              : translate`This form is also open in another tab, with other answers.`}
          </p>
          <p className={`row ${styles.choice}`}>
            {state.kind === 'removed' ? action(translate`Save them`, state.save) : action(translate`Use those`, state.loadOther)}
            {state.kind === 'conflict' && action(translate`Keep these`, state.keepOwn)}
          </p>
        </div>
      )}
    </div>
  )
}
