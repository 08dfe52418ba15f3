import { Fragment, type ReactNode, type Ref, useEffect, useReducer } from 'react'
import type { Form } from '../../forms/form.ts'
import { second } from '../../shared/durations.ts'
import { translate } from '../../shared/translate.ts'
import { Button } from '../../ui/button/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import kolam from '../../ui/kolam/kolam.module.css'
import type { Failure } from '../delivery/submit.ts'
import button from '../plain-button.module.css'
import styles from './form-actions.module.css'

/** The state of sending, with a running script. */
export interface Sending {
  readonly sending: boolean
  /** The progress of an upload, 0 to 1. */
  readonly uploaded?: number
  /** Whether the draft is saved. */
  readonly saved: boolean
  /** Gets the alert, or the summary of the faults. */
  readonly summaryRef: Ref<HTMLDivElement>
  /** Shows the answers as a text in the element `data-check`. */
  readonly showAnswers: () => void
}

interface ActionsProps {
  readonly form: Form
  readonly live?: Sending
  /** Why the form could not be sent, if its answers have no faults. */
  readonly alert?: string
  readonly failure?: Failure
  /** Our address, for those who cannot send the form. */
  readonly email: string
  /** What follows the button, and what happened after it was pressed. */
  readonly children: ReactNode
}

/** Focuses the text that says that the form is being sent. The button and the fields are disabled meanwhile, and would lose the focus to nothing. */
const takeFocus = (element: HTMLElement | null): void => element?.focus()

/** The seconds until a time, counted down; 0 when it has passed. */
function useSecondsUntil(time = 0): number {
  const left = Math.max(0, Math.ceil((time - Date.now()) / second))
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(tick, second)
    return () => clearTimeout(timer)
  })
  return left
}

/**
 * The button, and what happened after it was pressed, below it: the visitor is there, and the button stays where it is. All of it has the same height
 * while the form is sent and after a failure, so that nothing moves when the server answers late; what follows the message is a new element then.
 */
export const Actions = ({ form, live, alert, failure, email, children }: ActionsProps) => {
  const { from = 0, until = 0 } = failure?.wait ?? {}
  const left = useSecondsUntil(until)
  const sending = live?.sending === true
  const isOpen = sending || alert !== undefined
  const again = left > 0 ? translate`Try again in ${left} s` : translate`Try again`
  // A refusal has come back from us, so its line is complete.
  const arrived = failure === undefined ? 1 : brokenAt
  const drawn = sending ? undefined : until > 0 ? 1 - (left * second) / (until - from) : arrived
  const label = sending ? form.texts.submitting : failure === undefined ? form.texts.submit : again
  return (
    <div className={isOpen ? styles.end : undefined}>
      <div className={classNames('row middle', styles.actions, isOpen && styles.open)}>
        <Button className={`screen ${styles.submit}`} type="submit" disabled={sending || left > 0}>
          {sending && <span className={styles.spinner} aria-hidden="true" />}
          {/* A new element for a new label: text that moves in one would count as a layout shift. */}
          <span key={label}>{label}</span>
        </Button>
        {!isOpen && form.sections[1] && (
          <button
            type="button"
            className={button.plain}
            disabled={!live}
            onClick={live?.showAnswers}
          >{translate`Check your answers`}</button>
        )}
        {!isOpen && <p className="soft">{translate`You will hear from us ${form.texts.promise}.`}</p>}
        {isOpen && (
          <div className={`stack gap-3 ${styles.outcome}`}>
            <DeliveryLine share={drawn} />
            {alert === undefined ? (
              <p className={styles.sending} tabIndex={-1} ref={takeFocus}>
                <span className="visually-hidden">{form.texts.submitting}</span>
                {translate` If the first attempt fails, we try twice more.`}
              </p>
            ) : (
              <>
                <div className={`text-4 ${styles.alert}`} role="alert" tabIndex={-1} ref={live?.summaryRef}>
                  {alert}
                </div>
                <p>{`${failure === undefined ? '' : `${reasonOf(failure)} `}${live?.saved ? translate`Your answers are in the form, and saved on this device.` : translate`Your answers are still in the form: keep this page open.`}`}</p>
                <p>
                  {failure === undefined
                    ? translate`If that looks wrong to you, write to `
                    : translate`If it did reach us, sending it again makes no copy. If it keeps failing, write to `}
                  <a href={`mailto:${email}`}>{email}</a>.
                </p>
              </>
            )}
            {sending && live.uploaded !== undefined && live.uploaded < 1 && (
              <p className={`row middle ${styles.upload}`}>
                <progress max={1} value={live.uploaded} aria-label={translate`Upload`} />{' '}
                <span>{translate`${Math.floor(live.uploaded * 100)}% sent`}</span>
              </p>
            )}
          </div>
        )}
      </div>
      <Fragment key={String(sending)}>{children}</Fragment>
    </div>
  )
}

/** What went wrong, for the visitor. `why` as in `Outcome`. */
function reasonOf({ why, wait }: Failure): string {
  if (wait !== undefined || /429|503/.test(why)) return translate`Our server has too much to do for the moment.`
  if (!navigator.onLine) return translate`This device is offline.`
  return why === 'network' || why === 'timeout'
    ? translate`Our server did not answer three attempts.`
    : translate`Our server has a fault. We tried three times.`
}

/** The end of the line after a failure: on the way out. */
const brokenAt = 0.31

const out = 'c2 0 2 4 4 4c2 0 2-4 4-4'
const back = 'c-2 0-2 4-4 4c-2 0-2-4-4-4'

/** The way to us and back, as a line around eight dots. `share`: how much of it is drawn, 0 to 1; without it, a part of the line runs along it. */
const DeliveryLine = ({ share }: { readonly share?: number }) => (
  <div className={`row small ${styles.line}`} aria-hidden="true">
    <svg className={kolam.kolam} viewBox="-.2 -.3 32.4 4.6" aria-hidden="true">
      <path
        className={classNames(kolam.line, share === undefined && styles.running)}
        d={`M2 4a2 2 0 0 1 0-4${out.repeat(3)}c2 0 2 4 4 4a2 2 0 0 0 0-4${back.repeat(3)}c-2 0-2 4-4 4z`}
        pathLength={1}
        strokeDasharray={share === undefined ? '.25 .75' : `${share} 2`}
      />
      <path className={kolam.dots} d="M2 2h0m4 0h0m4 0h0m4 0h0m4 0h0m4 0h0m4 0h0m4 0h0" />
    </svg>
    <span>{translate`You`}</span>
    <span>{translate`Us`}</span>
  </div>
)
