import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'
import plainButton from '../../form-view/plain-button.module.css'
import { asciiDigits } from '../../shared/ascii-digits.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Frieze } from '../../ui/kolam/Frieze.tsx'
import { tolerateTranslation } from '../../ui/translated-page.ts'
import { canUsePasskeys } from './access.ts'
import styles from './sign-in.module.css'
import { type Message, useSignIn } from './use-sign-in.ts'

tolerateTranslation()

/** Digits of a passcode. */
const digits = 6

/** The two steps of signing in: the address, then the passcode that was mailed to it. */
export function SignIn() {
  const { step, ready, email, address, send, verify, withPasskey, back } = useSignIn()
  if (email === undefined) return <EmailStep {...step} ready={ready} address={address} send={send} withPasskey={withPasskey} />
  return <CodeStep {...step} verify={verify} resend={() => send(email)} back={back} />
}

interface StepProps {
  readonly busy: boolean
  readonly message: Message
  /** Called when the field is edited, so that its error disappears. */
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
  /** The address from the previous step. */
  readonly address: string
  send(email: string): void
  withPasskey(): void
}

function EmailStep({ busy, message, edited, ready, address, send, withPasskey }: EmailStepProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Do not take the focus from another element.
    if (document.activeElement === null || document.activeElement === document.body) input.current?.focus()
  }, [])
  return (
    <form
      className="stack gap-3"
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
      <Button className={styles.action} type="submit" disabled={!ready || busy} aria-busy={busy}>
        {busy ? 'Sending OTP…' : 'Send OTP'}
      </Button>
      {!ready && (
        <p className={`soft small ${styles.early}`} role="status">
          One moment: the page is still loading, and cannot send yet.
        </p>
      )}
      {ready && canUsePasskeys() && (
        <Button className={styles.action} weight="line" onClick={withPasskey} disabled={busy}>
          Use a passkey
        </Button>
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
    // The pressed button was disabled during the call and lost the focus.
    input.current?.focus()
    input.current?.select()
  }

  return (
    <form
      className="stack gap-3"
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <label className={styles.label} htmlFor="otp">
        One-time passcode (OTP)
      </label>
      <CodeField input={input} otp={otp} setOtp={setOtp} busy={busy} message={message} edited={edited} />
      <MessageArea message={message} />
      <Button className={styles.action} type="submit" disabled={busy || otp.length !== digits} aria-busy={busy}>
        {busy ? 'One moment…' : 'Verify'}
      </Button>
      <div className="row gap-5">
        <button className={plainButton.plain} type="button" onClick={back} disabled={busy}>
          Back to Email
        </button>
        <button
          className={plainButton.plain}
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

/** The digits of a code in a typed or pasted text. */
const digitsOf = (typed: string): string =>
  asciiDigits(typed)
    .replace(/[^0-9]/g, '')
    .slice(0, digits)

/** The input of the code: a line around six dots, which grows with each digit. */
function CodeField({ input, otp, setOtp, busy, message, edited }: CodeFieldProps) {
  return (
    <div className={styles.code} data-digits={otp.length} style={{ '--drawn': otp.length } as CSSProperties}>
      <Frieze className={styles.undrawn} columns={digits} rows={1} />
      <Frieze className={styles.drawn} columns={digits} rows={1} />
      <input
        className={styles.otp}
        ref={input}
        id="otp"
        name="otp"
        // No maxLength: it would cut off a pasted "123 456" before the space is removed.
        value={otp}
        onChange={({ target, nativeEvent }) => {
          // A change of the text that a keyboard composes would be typed again with the next key.
          setOtp((nativeEvent as InputEvent).isComposing ? target.value : digitsOf(target.value))
          edited()
        }}
        onCompositionEnd={({ currentTarget }) => setOtp(digitsOf(currentTarget.value))}
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
