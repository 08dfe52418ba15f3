import { CallError, report } from '../client.ts'
import { toast } from '../ui/toast.ts'
import { close } from './session.ts'

/** Whether a call failed because the session is over. */
export const isSignedOut = (error: unknown): error is CallError => error instanceof CallError && error.status === 401

/** Logs a failed call to the console. If the session is over, opens the sign-in screen instead. */
export function reportFailure(operation: string, error: unknown): void {
  if (isSignedOut(error)) close(error)
  else report(operation, error)
}

/** Reports a failed call in a toast and in the console. If the session is over, opens the sign-in screen instead. */
export function showFailure(operation: string, title: string, error: unknown): void {
  reportFailure(operation, error)
  if (!isSignedOut(error)) toast.failure(title, refusalOf(error) ?? (error instanceof Error ? error.message : ''))
}

/** The message of the first field that was refused, or of the whole call; undefined if the error is not of a call. */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof CallError ? (Object.values(error.details)[0] ?? error.message) : undefined
