import type { QueryClient } from '@tanstack/react-query'
import { paths } from '../../api/paths.ts'
import type { ApplicationReply } from '../../api/replies.ts'
import { call, Refusal, report } from './call.ts'
import { place } from './queries.ts'
import { close } from './session.ts'

export type Told = { readonly ok: true } | { readonly ok: false; readonly say: string }

/** What went wrong, for the one who waits for it; a session that ended closes the desk. */
function failed(operation: string, error: unknown): Told {
  if (error instanceof Refusal && error.status === 401) close(error)
  else report(operation, error)
  return { ok: false, say: error instanceof Error ? error.message : '' }
}

/**
 * Puts an application's address right: refused when it is not `from` any more.
 * @param again letters that were sent to the wrong one and go once more
 */
export async function correctAddress(
  client: QueryClient,
  id: string,
  from: string,
  email: string,
  again: readonly string[],
): Promise<Told> {
  try {
    const reply = await call<ApplicationReply>(paths.address(id), { method: 'POST', body: { email, from, again } })
    place(client, reply.application)
    for (const queryKey of [['application', id], ['outbox'], ['from'], ['letter']]) void client.invalidateQueries({ queryKey })
    return { ok: true }
  } catch (error) {
    return failed('correcting the address', error)
  }
}

/** Sends a message of the admin's own, at once. */
export async function write(client: QueryClient, id: string, subject: string, text: string): Promise<Told> {
  try {
    await call(paths.write(id), { method: 'POST', body: { subject, text } })
    void client.invalidateQueries({ queryKey: ['application', id] })
    return { ok: true }
  } catch (error) {
    return failed('writing to the applicant', error)
  }
}
