import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { routes } from '../../api/routes.ts'

import { CallError, call, report } from '../client.ts'
import type { Verified } from './passcode.ts'

/** Why no passkey was used, as a sentence: from the server, or because the browser or the admin cancelled. */
function messageOf(operation: string, error: unknown): string {
  if (error instanceof CallError) {
    report(operation, error)
    return error.message
  }
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'This device has a passkey for the desk already.'
  return 'No passkey was used. You can try again, or request a code.'
}

/** Signs in with a passkey of this device. */
export async function signInByPasskey(): Promise<Verified> {
  try {
    const { options } = await call(routes.passkeyOptions, { body: {} })
    const response = await startAuthentication({ optionsJSON: options })
    return { ok: true, response: await call(routes.verifyPasskey, { body: { response } }) }
  } catch (error) {
    return { ok: false, message: messageOf('signing in with a passkey', error) }
  }
}

/** Adds a passkey of this device under a name. @returns the message of a failure; undefined when it was added */
export async function addPasskey(name: string): Promise<string | undefined> {
  try {
    const { options } = await call(routes.newPasskeyOptions, { body: {} })
    const response = await startRegistration({ optionsJSON: options })
    await call(routes.addPasskey, { body: { name, response } })
    return undefined
  } catch (error) {
    return messageOf('adding a passkey', error)
  }
}
