import type { QueryClient } from '@tanstack/react-query'
import type { ApplicationRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import type { RequestText } from '../../applications/application.ts'
import { plainError } from '../../shared/errors.ts'
import { mergeResponse } from '../applications/cache.ts'
import { unsentRequests } from '../browser-storage.ts'
import { CallError, call } from '../client.ts'
import { asStep, offerMessage } from '../decisions/undo.ts'
import { applicantLabel } from '../labels.ts'
import { refusalOf, reportFailure } from '../session/failures.ts'

/** The message of a failed call; status 401 ends the session. */
function messageOf(operation: string, error: unknown): string {
  reportFailure(operation, error)
  return refusalOf(error) ?? plainError(error).message
}

const reload = (client: QueryClient, id: string): void => {
  for (const queryKey of [['application', id], ['outbox'], ['stats']]) void client.invalidateQueries({ queryKey })
}

/** Whether the desk offers to request something from an applicant. */
export const canRequest = ({ status, ended, letters_stopped_at, hidden }: ApplicationRecord): boolean =>
  status !== 'rejected' && ended === undefined && letters_stopped_at === undefined && !hidden

/** Requests something from the applicant; the letter is sent after the hold. An undo puts the text back into the form. Returns the error message; empty when it succeeded. */
export async function makeRequest(client: QueryClient, record: ApplicationRecord, request: RequestText): Promise<string> {
  const { id } = record
  return asStep(`The request to ${applicantLabel(record)}`, async (step) => {
    try {
      const response = await call(routes.request, { at: { id }, body: request })
      unsentRequests.store(id, undefined)
      reload(client, id)
      void client.invalidateQueries({ queryKey: ['applications'] })
      const undone = (): void => {
        unsentRequests.store(id, request)
        reload(client, id)
      }
      offerMessage(client, { step, ...response, record, noun: 'request', undone })
      return ''
    } catch (error) {
      return messageOf('requesting something', error)
    }
  })
}

/** Closes a request. `answered`: whether the reviewer saw an answer. Returns the error message; empty when it succeeded. */
export async function closeRequest(client: QueryClient, id: string, request: number, answered: boolean): Promise<string> {
  try {
    const body = { answered }
    mergeResponse(client, await call(routes.closeRequest, { at: { id, request }, body }))
    reload(client, id)
    return ''
  } catch (error) {
    if (error instanceof CallError && error.status === 409) reload(client, id)
    return messageOf('closing a request', error)
  }
}
