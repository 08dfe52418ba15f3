import type { QueryClient } from '@tanstack/react-query'
import { deskFeatures } from '../features.ts'
import { formatCount, formatMoment } from '../labels.ts'
import { reportFailure } from '../session/failures.ts'
import { toast } from '../ui/toast.ts'
import { decideAgain } from './decide.ts'
import { type GroupCall, repeatUnanswered } from './group-calls.ts'
import { restoreSteps, undoTaken } from './undo.ts'

/** What a call was about, for a toast. */
const titleOf = (call: GroupCall): string =>
  call.what === 'undo'
    ? `Undo of ${formatCount(call.done.length)}`
    : call.what === 'decide'
      ? `Decision about ${formatCount(call.body.of)}`
      : call.title

async function repeat(client: QueryClient, call: GroupCall): Promise<void> {
  if (call.what === 'undo') {
    const until = call.until ?? Number.POSITIVE_INFINITY
    return undoTaken(client, {
      title: titleOf(call),
      detail: 'The page was left before it was answered.',
      ...call,
      until,
      again: true,
    })
  }
  try {
    if (call.what === 'decide') return await decideAgain(client, call)
    await deskFeatures.find(({ name }) => name === call.of)?.repeat?.(client, call)
  } catch (error) {
    reportFailure('repeating a call about several applications', error)
    toast.failure(
      titleOf(call),
      'The page was left before it was answered, and the server does not answer now. Reload to try again.',
    )
    throw error
  }
}

/** Repeats the calls about several applications whose page was left before they were answered, and says what became of them. */
export function repeatCalls(client: QueryClient): void {
  // A step of before is replaced by the repeat of its undo.
  restoreSteps(client)
  repeatUnanswered(
    (call) => repeat(client, call),
    (call, at) =>
      toast.failure(
        titleOf(call),
        `The page was left ${formatMoment(at.toISOString())}, before it was answered. The list and the outbox show what was done.`,
      ),
  )
}
