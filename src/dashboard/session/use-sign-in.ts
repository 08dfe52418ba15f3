import { useEffect, useRef, useState } from 'react'
import { routes } from '../../api/routes.ts'
import { second } from '../../shared/dates.ts'
import { deskPath } from '../applications/url-state.ts'
import { clearNotice, readNotice, removeSession, signedInUntil, storeSession } from '../browser-storage.ts'
import { call } from '../client.ts'
import { sendPasscode, type Verified, verifyPasscode } from './passcode.ts'

/** The message that a sign-in step shows. */
export type Message = { readonly kind: 'error' | 'success'; readonly text: string } | undefined

/** After this many milliseconds, a message says that the mail server is slow. */
const slowAfter = 5 * second

/** The page to open after the sign-in: the desk, or the page on which the last session ended. */
const destination = (): string => {
  const returnTo = readNotice()?.returnTo
  clearNotice()
  return returnTo !== undefined && /^\/app\/[a-z]+(?:[/?#]|$)/.test(returnTo) ? returnTo : deskPath
}

/** Opens the desk if the server says that the browser is signed in; otherwise removes the stored data of the session. */
function resumeSession(): void {
  if (signedInUntil() === undefined) return
  call(routes.who).then(
    ({ user }) => (user === null ? removeSession() : location.replace(destination())),
    () => removeSession(),
  )
}

/** The progress of a sign-in step: whether it is busy, and its message. */
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

/** The state of signing in, and its actions. */
export function useSignIn() {
  const [ready, setReady] = useState(false)
  const [email, setEmail] = useState<string>()
  const { busy, message, setMessage, begin, end, edited } = useProgress()
  const address = useRef('')

  useEffect(() => {
    setReady(true)
    const notice = readNotice()
    if (notice?.message) setMessage({ kind: 'error', text: notice.message })
    resumeSession()
  }, [setMessage])

  async function send(to: string): Promise<void> {
    const isAgain = email !== undefined
    begin()
    const text = 'The mail server is slow. We keep trying for half a minute…'
    const slow = setTimeout(() => setMessage({ kind: 'success', text }), slowAfter)
    const sent = await sendPasscode(to)
    clearTimeout(slow)
    if (!sent.ok) return end(sent.message)
    setEmail(to)
    const code = isAgain ? 'a new code of 6 digits' : 'a code of 6 digits'
    const earlier = isAgain ? ' The earlier one no longer works.' : ''
    end(`We sent ${code} to ${to}. It is valid for 10 minutes.${earlier}`, 'success')
  }

  /** Opens the desk, or shows why not; false when the sign-in was refused. */
  function conclude(verified: Verified): boolean {
    if (!verified.ok) {
      end(verified.message)
      return false
    }
    storeSession(verified.response.user, verified.response.token)
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
