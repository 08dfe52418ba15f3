import { type RefObject, useEffect, useRef, useState } from 'react'
import { paths } from '../../api/paths.ts'
import type { WhoReply } from '../../api/replies.ts'
import { second } from '../../shared/dates.ts'
import { Frieze } from '../../ui/kolam/Kolam.tsx'
import { deskPath } from '../applications/url-state.ts'
import { clearNotice, readNotice, removeSession, signedInUntil, storeSession } from '../browser-storage.ts'
import { call } from '../client.ts'
import { canUsePasskeys } from './access.ts'
import { sendPasscode, type Verified, verifyPasscode } from './passcode.ts'
import styles from './sign-in.module.css'

type Message = { readonly kind: 'error' | 'success'; readonly text: string } | undefined

/** Digits of a passcode. */
const digits = 6

/** Milliseconds after which a slow mail server is explained. */
const slowAfter = 5 * second

/** The page after signing in: the desk, or the page on which the last session ended. */
const destination = (): string => {
  const returnTo = readNotice()?.returnTo
  clearNotice()
  return returnTo !== undefined && /^\/app\/[a-z]+(?:\?|$)/.test(returnTo) ? returnTo : deskPath
}

/** Opens the desk in a browser that is signed in; forgets a session that has ended. */
function resumeSession(): void {
  const until = signedInUntil()
  if (until === undefined) return
  if (until.getTime() <= Date.now()) removeSession()
  else
    call<WhoReply>(paths.who).then(
      ({ user }) => (user === null ? removeSession() : location.replace(destination())),
      () => removeSession(),
    )
}

/** What a step of signing in shows: whether it is busy, and its message. */
function useProgress() {
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<Message>()
  return {
    busy,
    message,
    setMessage,
    begin: (): void => {
      setBusy(true)
      setMessage(undefined)
    },
    end: (text: string, kind: 'error' | 'success' = 'error'): void => {
      setBusy(false)
      setMessage({ kind, text })
    },
    edited: (): void => setMessage((current) => (current?.kind === 'error' ? undefined : current)),
  }
}

/** The proof of a mailbox in the address of this page, which leaves the address bar. */
function takeProof(): string | undefined {
  const proof = /^#proof=([a-z]+)$/.exec(location.hash)?.[1]
  if (proof !== undefined) history.replaceState(null, '', location.pathname)
  return proof
}

/** The state of signing in, and its actions. */
function useSignIn() {
  const [ready, setReady] = useState(false)
  const [email, setEmail] = useState<string>()
  const { busy, message, setMessage, begin, end, edited } = useProgress()
  const address = useRef('')
  const proof = useRef<string>(undefined)

  useEffect(() => {
    setReady(true)
    proof.current = takeProof()
    const notice = readNotice()
    if (notice?.message) setMessage({ kind: 'error', text: notice.message })
    resumeSession()
  }, [setMessage])

  async function send(to: string): Promise<void> {
    const isAgain = email !== undefined
    begin()
    const text = 'The mail server is slow. We keep trying for half a minute…'
    const slow = setTimeout(() => setMessage({ kind: 'success', text }), slowAfter)
    const sent = await sendPasscode(to, proof.current)
    clearTimeout(slow)
    if (!sent.ok) return end(sent.message)
    setEmail(to)
    const code = isAgain ? 'a new 6-digit code' : 'a 6-digit code'
    const earlier = isAgain ? ' The earlier one no longer works.' : ''
    end(`We sent ${code} to ${to}. It is valid for 10 minutes.${earlier}`, 'success')
  }

  /** Opens the desk, or shows why not; false when the sign-in was refused. */
  function conclude(verified: Verified): boolean {
    if (!verified.ok) {
      end(verified.message)
      return false
    }
    storeSession(verified.reply.user, verified.reply.token)
    setMessage({ kind: 'success', text: 'You are signed in. Opening the dashboard…' })
    setTimeout(() => location.assign(destination()), second)
    return true
  }

  async function verify(otp: string): Promise<boolean> {
    if (email === undefined) return false
    begin()
    return conclude(await verifyPasscode(email, otp))
  }

  async function withPasskey(): Promise<void> {
    begin()
    conclude(await (await import('./passkey.ts')).signInByPasskey())
  }

  function back(): void {
    address.current = email ?? ''
    setEmail(undefined)
    setMessage(undefined)
  }
  return { step: { busy, message, edited }, ready, email, address: address.current, send, verify, withPasskey, back }
}

/** The two steps of signing in: the address, then the passcode that was mailed to it. */
export function SignIn() {
  const { step, ready, email, address, send, verify, withPasskey, back } = useSignIn()
  if (email === undefined) return <EmailStep {...step} ready={ready} address={address} send={send} withPasskey={withPasskey} />
  return <CodeStep {...step} verify={verify} resend={() => send(email)} back={back} />
}

interface StepProps {
  readonly busy: boolean
  readonly message: Message
  /** The field was edited: its error disappears. */
  edited(): void
}

const messageId = 'sign-in-message'

/** The ARIA attributes that connect a field with the message. */
const describedBy = (message: Message) => ({
  'aria-describedby': messageId,
  'aria-invalid': message?.kind === 'error' || undefined,
})

function MessageArea({ message }: { message: Message }) {
  return (
    <div className={styles.messages} id={messageId}>
      <p className={styles.success} role="status">
        {message?.kind === 'success' && message.text}
      </p>
      <p className={styles.error} role="alert">
        {message?.kind === 'error' && message.text}
      </p>
    </div>
  )
}

interface EmailStepProps extends StepProps {
  readonly ready: boolean
  /** The address entered before. */
  readonly address: string
  send(email: string): void
  withPasskey(): void
}

function EmailStep({ busy, message, edited, ready, address, send, withPasskey }: EmailStepProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Does not move the focus away from another element.
    if (document.activeElement === null || document.activeElement === document.body) input.current?.focus()
  }, [])
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
        defaultValue={address}
        onChange={edited}
        {...describedBy(message)}
        autoComplete="email"
        inputMode="email"
        enterKeyHint="send"
        spellCheck={false}
        required
        readOnly={busy}
      />
      <MessageArea message={message} />
      <button className={styles.primary} type="submit" disabled={!ready || busy} aria-busy={busy}>
        {busy ? 'Sending OTP…' : 'Send OTP'}
      </button>
      {ready && canUsePasskeys() && (
        <button className={styles.secondary} type="button" onClick={withPasskey} disabled={busy}>
          Use a passkey
        </button>
      )}
    </form>
  )
}

interface CodeStepProps extends StepProps {
  verify(otp: string): Promise<boolean>
  resend(): Promise<void>
  back(): void
}

function CodeStep({ busy, message, edited, verify, resend: again, back }: CodeStepProps) {
  const [otp, setOtp] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])

  async function submit(): Promise<void> {
    if (busy || otp.length !== digits || (await verify(otp))) return
    // The pressed button was disabled meanwhile and lost the focus.
    input.current?.focus()
    input.current?.select()
  }

  return (
    <form
      className={styles.step}
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <label className={styles.label} htmlFor="otp">
        One-time passcode (OTP)
      </label>
      <CodeField {...{ input, otp, setOtp, busy, message, edited }} />
      <MessageArea message={message} />
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
            void again().then(() => input.current?.focus())
          }}
          disabled={busy}
        >
          Send a new code
        </button>
      </div>
    </form>
  )
}

interface CodeFieldProps extends StepProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly otp: string
  setOtp(otp: string): void
}

/** The field of the code: a line round six dots, drawn as far as there are digits. */
function CodeField({ input, otp, setOtp, busy, message, edited }: CodeFieldProps) {
  return (
    <div className={styles.code} data-digits={otp.length}>
      <Frieze className={styles.undrawn} columns={digits} rows={1} />
      <Frieze className={styles.drawn} columns={digits} rows={1} />
      <input
        className={styles.otp}
        ref={input}
        id="otp"
        name="otp"
        // No maxLength: it would cut a pasted "123 456" before its space is removed.
        value={otp}
        onChange={(event) => {
          setOtp(event.target.value.replace(/\D/g, '').slice(0, digits))
          edited()
        }}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        pattern="[0-9]{6}"
        required
        readOnly={busy}
        {...describedBy(message)}
      />
    </div>
  )
}
