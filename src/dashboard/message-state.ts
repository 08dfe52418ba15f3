import type { MessageRecord } from '../api/replies.ts'
import { momentOf } from './times.ts'

/** What has become of a message, in a sentence without its full stop, or in several. */
export function messageState({ topic, state, due_at, sent_at, attempts, last_fault }: MessageRecord): string {
  const why = last_fault === '' ? '' : topic === 'mail.letter' ? `The mail server said: ${last_fault}` : last_fault
  if (state === 'sent') return `Sent ${momentOf(sent_at ?? due_at)}`
  if (state === 'claimed') return 'Being sent'
  if (state === 'cancelled') return 'Cancelled before it was sent'
  if (state === 'parked') return `Not delivered. ${why}`.trim()
  return attempts === 0
    ? 'Goes out in a moment'
    : `Tried ${attempts === 1 ? 'once' : `${attempts} times`}; again at ${momentOf(due_at)}. ${why}`.trim()
}
