import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from './Button.tsx'
import { type Toast, toast } from './toast.ts'
import styles from './toasts.module.css'

/** Short messages at the window's foot. Those with an Undo count down; none goes while it is looked at or has the focus. */
export function Toasts() {
  const toasts = useSyncExternalStore(toast.subscribe, toast.all, toast.all)
  return (
    <section className={styles.region} aria-label="Messages" aria-live="polite" data-toasts="">
      {toasts.map((one) => (
        <OneToast key={one.id} {...one} />
      ))}
    </section>
  )
}

function OneToast({ id, kind, say, more, action, stays }: Toast) {
  const [held, setHeld] = useState(false)
  /** Whether it can be taken only while the message stands. */
  const isOffer = action !== undefined && kind === 'success'
  const ends = useRef(0)
  const [left, setLeft] = useState(Math.ceil(stays / 1000))

  useEffect(() => {
    ends.current = Date.now() + stays
  }, [stays])

  useEffect(() => {
    const tick = setInterval(() => {
      const rest = ends.current - Date.now()
      setLeft(Math.max(0, Math.ceil(rest / 1000)))
      // An offer that the server no longer keeps is not shown on, held or not.
      if (rest <= 0 && (!held || isOffer)) toast.end(id)
    }, 250)
    return () => clearInterval(tick)
  }, [held, id, isOffer])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looking at a toast keeps it; there is nothing here to press
    <div
      className={styles.toast}
      data-kind={kind}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className={styles.words}>
        <p className={styles.say}>{say}</p>
        {more !== '' && <p className={styles.more}>{more}</p>}
      </div>
      {action !== undefined && (
        <Button className={styles.action} onClick={action.run}>
          {action.label}
          {isOffer && (
            <span className={styles.left} aria-hidden="true">
              {left}
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
