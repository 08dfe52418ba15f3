import { useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { type Toast, toast, useToasts } from './toast.ts'
import styles from './toasts.module.css'

/** The toasts on screen. Toasts with an Undo button count down; the others stay open while they are hovered or focused. */
export function Toasts() {
  const toasts = useToasts()
  return (
    <section
      className={`stack gap-2 unringed ${styles.region}`}
      aria-label="Messages"
      aria-live="polite"
      data-toasts=""
      tabIndex={-1}
    >
      {toasts.map((shown) => (
        <ToastMessage key={shown.id} {...shown} />
      ))}
    </section>
  )
}

function ToastMessage({ id, kind, title, detail, action, duration }: Toast) {
  const [held, setHeld] = useState(false)
  /** Whether its action expires with it. */
  const isOffer = action !== undefined && kind === 'success'
  const ends = useRef(0)
  const [secondsLeft, setSecondsLeft] = useState(Math.ceil(duration / 1000))

  useEffect(() => {
    ends.current = Date.now() + duration
  }, [duration])

  useEffect(() => {
    const tick = setInterval(() => {
      const remaining = ends.current - Date.now()
      setSecondsLeft(Math.max(0, Math.ceil(remaining / 1000)))
      // An expired undo, which the server would refuse, is removed even when hovered.
      if (remaining <= 0 && (!held || isOffer)) toast.end(id)
    }, 250)
    return () => clearInterval(tick)
  }, [held, id, isOffer])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering a toast keeps it open; there is nothing to press
    <div
      className={`line ${styles.toast}`}
      data-kind={kind}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={styles.words}>
        <p>
          <strong>{title}</strong>
        </p>
        {detail !== '' && <p className="soft small">{detail}</p>}
      </div>
      {action?.link && (
        <a href={action.link.href} target="_blank" rel="noreferrer">
          {action.link.label}
        </a>
      )}
      {action !== undefined && (
        <Button className={styles.action} onClick={action.run}>
          {action.label}
          {isOffer && (
            <span className={styles.left} aria-hidden="true">
              {secondsLeft}
            </span>
          )}
        </Button>
      )}
      <Button tone="icon" className={styles.close} aria-label="Dismiss" onClick={() => toast.end(id)}>
        <span aria-hidden="true">×</span>
      </Button>
    </div>
  )
}
