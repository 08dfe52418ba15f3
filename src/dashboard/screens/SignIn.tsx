import { useEffect, useRef, useState } from 'react'
import { paths } from '../../api/paths.ts'
import type { WhoReply } from '../../api/replies.ts'
import { second } from '../../shared/dates.ts'
import { call } from '../data/call.ts'
import { clearNotice, forgetSession, keepSession, readNotice, signedInUntil } from '../data/kept.ts'
import { sendPasscode, verifyPasscode } from '../data/passcode.ts'
import { home, insightsPath, lettersPath } from '../data/place.ts'
import styles from './desk-sign-in.module.css'

type Message = { readonly kind: 'error' | 'success'; readonly text: string } | undefined

/** Digits of a passcode. */
const digits = 6

/** Where to go once signed in: to the desk, or to the view that an ended session left. */
const destination = (): string => {
  const back = readNotice()?.back
  clearNotice()
  return back !== undefined && new RegExp(`^(?:${home}|${insightsPath}|${lettersPath})(?:[/?]|$)`).test(back) ? back : home
}

/** The two steps of signing in: the address, then the passcode that was mailed to it. */
export function SignIn() {
  const [ready, setReady] = useState(false)
  const [email, setEmail] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<Message>()

  useEffect(() => {
    setReady(true)
    const notice = readNotice()
    if (notice?.say) setMessage({ kind: 'error', text: notice.say })
    const until = signedInUntil()
    if (until === undefined) return
    if (until.getTime() <= Date.now()) return forgetSession()
    call<WhoReply>(paths.who).then(
      ({ user }) => (user === null ? forgetSession() : location.replace(destination())),
      () => forgetSession(),
    )
  }, [])

  async function send(to: string): Promise<void> {
    setBusy(true)
    setMessage(undefined)
    const sent = await sendPasscode(to)
    setBusy(false)
    if (!sent.ok) return setMessage({ kind: 'error', text: sent.say })
    setEmail(to)
    setMessage({ kind: 'success', text: `We sent a 6-digit code to ${to}. It is valid for 10 minutes.` })
  }

  async function verify(otp: string): Promise<void> {
    if (email === undefined) return
    setBusy(true)
    setMessage(undefined)
    const verified = await verifyPasscode(email, otp)
    if (!verified.ok) {
      setBusy(false)
      return setMessage({ kind: 'error', text: verified.say })
    }
    keepSession(verified.reply.user, verified.reply.token)
    setMessage({ kind: 'success', text: 'You are signed in. Opening the dashboard…' })
    setTimeout(() => location.assign(destination()), second)
  }

  return (
    <div className={styles.steps}>
      {email === undefined ? (
        <EmailStep busy={busy} ready={ready} send={send} />
      ) : (
        <CodeStep
          busy={busy}
          verify={verify}
          again={() => send(email)}
          back={() => {
            setEmail(undefined)
            setMessage(undefined)
          }}
        />
      )}
      <p className={styles.success} role="status">
        {message?.kind === 'success' && message.text}
      </p>
      <p className={styles.error} role="alert">
        {message?.kind === 'error' && message.text}
      </p>
    </div>
  )
}

function EmailStep({ busy, ready, send }: { busy: boolean; ready: boolean; send(email: string): void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <form
      className={styles.step}
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && input.current) send(input.current.value.trim())
      }}
    >
      <label className={styles.label} htmlFor="email">
        Email address
      </label>
      <input
        className={styles.input}
        ref={input}
        id="email"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        required
        readOnly={busy}
      />
      <button className={styles.primary} type="submit" disabled={!ready || busy} aria-busy={busy}>
        {busy ? 'Sending OTP…' : 'Send OTP'}
      </button>
    </form>
  )
}

function CodeStep({ busy, verify, again, back }: { busy: boolean; verify(otp: string): void; again(): void; back(): void }) {
  const [otp, setOtp] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <form
      className={styles.step}
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && otp.length === digits) verify(otp)
      }}
    >
      <label className={styles.label} htmlFor="otp">
        One-time passcode (OTP)
      </label>
      <input
        className={`${styles.input} ${styles.otp}`}
        ref={input}
        id="otp"
        name="otp"
        // No maxLength: it would cut a pasted "123 456" before the space is taken out.
        value={otp}
        onChange={(event) => setOtp(event.target.value.replace(/\D/g, '').slice(0, digits))}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9]{6}"
        required
        readOnly={busy}
      />
      <button className={styles.primary} type="submit" disabled={busy || otp.length !== digits} aria-busy={busy}>
        {busy ? 'One moment…' : 'Verify'}
      </button>
      <div className={styles.others}>
        <button className={styles.plain} type="button" onClick={back} disabled={busy}>
          Back to Email
        </button>
        <button
          className={styles.plain}
          type="button"
          onClick={() => {
            setOtp('')
            again()
          }}
          disabled={busy}
        >
          Send a new code
        </button>
      </div>
    </form>
  )
}
