import type { QueryClient } from '@tanstack/react-query'
import type { ApplicationRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { plainError } from '../../shared/errors.ts'
import { idFrom } from '../../shared/ids.ts'
import { upsert } from '../applications/cache.ts'
import { type UnsentMessage, unsentMessages } from '../browser-storage.ts'
import { CallError, call } from '../client.ts'
import { asStep, offerMessage } from '../decisions/undo.ts'
import { applicantLabel } from '../labels.ts'
import { reportFailure } from '../session/failures.ts'

type Outcome = { readonly ok: true } | { readonly ok: false; readonly message: string }

/** Reports a failure and returns its message; status 401 ends the session. */
function failed(operation: string, error: unknown): Extract<Outcome, { ok: false }> {
  reportFailure(operation, error)
  return { ok: false, message: error instanceof CallError ? error.message : plainError(error).message }
}

/**
 * Corrects an application's address; refused when it is no longer `from`.
 * @param again sent letters to be sent again, to the new address
 */
export async function correctAddress(
  client: QueryClient,
  id: string,
  from: string,
  email: string,
  again: readonly string[],
): Promise<Outcome> {
  try {
    const response = await call(routes.correctAddress, { at: { id }, body: { email, from, again } })
    upsert(client, response.application)
    for (const queryKey of [['application', id], ['outbox'], ['from'], ['letter']]) void client.invalidateQueries({ queryKey })
    return { ok: true }
  } catch (error) {
    return failed('correcting the address', error)
  }
}

/**
 * Queues a message written by hand; it is sent after its hold. Until the server confirms it, it is stored with the tab, with the idempotency key of
 * the first attempt, so that a retry does not send it twice. An undo puts it back into the form.
 */
export async function sendMessage(client: QueryClient, record: ApplicationRecord, letter: UnsentMessage): Promise<Outcome> {
  const { subject, text, key = idFrom(new Date(), crypto.getRandomValues(new Uint8Array(16))) } = letter
  const { id } = record
  unsentMessages.store(id, { subject, text, key })
  return asStep(`The message to ${applicantLabel(record)}`, async (step) => {
    try {
      const headers = { 'idempotency-key': key }
      const { revision, undoFor, waitsUntil } = await call(routes.writeMessage, {
        at: { id },
        body: { subject, text },
        headers,
      })
      unsentMessages.store(id, undefined)
      for (const queryKey of [['application', id], ['outbox']]) void client.invalidateQueries({ queryKey })
      const undone = (): void => {
        if (unsentMessages.of(id) === undefined) unsentMessages.store(id, { subject, text })
      }
      offerMessage(client, { step, record, revision, undoFor, waitsUntil, undone })
      return { ok: true }
    } catch (error) {
      // The key was used for another text: this one needs a new key.
      if (error instanceof CallError && error.status === 422) unsentMessages.store(id, { subject, text })
      const { message } = failed('writing to the applicant', error)
      return {
        ok: false,
        message:
          error instanceof CallError && error.status === 0
            ? 'The server did not answer, so the message may be on its way. Send it again: it is sent only once.'
            : `It was not sent. ${message}`,
      }
    }
  })
}
