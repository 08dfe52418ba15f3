import { Button } from './Button.tsx'
import styles from './form-end.module.css'

export interface FormEndProps {
  /** What the button does, and what it says meanwhile. */
  readonly does: string
  readonly doing: string
  readonly busy: boolean
  /** Why it could not be done; empty while nothing is wrong. */
  readonly fault: string
  /** What the other button says. */
  readonly leave: string
  close(): void
}

/** The end of a form of the desk: what went wrong, and its two buttons. */
export function FormEnd({ does, doing, busy, fault, leave, close }: FormEndProps) {
  return (
    <>
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      <div className={styles.buttons}>
        <Button type="submit" disabled={busy}>
          {busy ? doing : does}
        </Button>
        <Button tone="quiet" onClick={close}>
          {leave}
        </Button>
      </div>
    </>
  )
}
