import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { after, minute, second } from '../../shared/dates.ts'
import type { Replies } from '../storage/auth-port.ts'
import { seal, unseal } from './secrets.ts'

/** For so long a repeat of a call under its key gets the first answer again: that may have been lost on the way. */
const repeatLife = 2 * minute

/** The longest that a call takes, its mail included. When a process dies at work, a repeat may begin anew after this. */
const longestCall = 40 * second

/** What stands in place of an answer while the first call is at work. Not base64, so that it is never a sealed reply. */
const atWork = '(at work)'

/** A call that may be repeated. */
interface Repeatable {
  readonly name: string
  /** The caller's idempotency key; undefined: each call stands for itself. */
  readonly key: string | undefined
  /** What must be equal for a repeat; it is kept as a hash only. */
  readonly content: readonly unknown[]
}

interface Repeats {
  readonly replies: Replies
  now(): Date
}

/** Where a call's answer is kept: a hash, which tells neither key nor content. */
const replyKey = ({ name, key, content }: Repeatable): string | undefined =>
  key === undefined
    ? undefined
    : `${name}:${createHash('sha256')
        .update(JSON.stringify([key, ...content]))
        .digest('hex')}`

/** Whether a call is the repeat of one that was answered or is at work. */
export async function isRepeat({ replies, now }: Repeats, call: Repeatable): Promise<boolean> {
  const key = replyKey(call)
  return key !== undefined && (await replies.get(key, now())) !== undefined
}

/**
 * Runs a call once for all its repeats, on whichever node they arrive and also while the first is still at work. Its answer is kept encrypted under
 * the key and the content, which only the caller has.
 * @returns the first answer
 * @throws what `run` throws; a repeat then runs again
 */
export async function once<Reply>({ replies, now }: Repeats, call: Repeatable, run: () => Promise<Reply>): Promise<Reply> {
  const key = replyKey(call)
  if (key === undefined) return run()
  const secret = JSON.stringify([call.key, ...call.content])
  for (;;) {
    const stored = await replies.get(key, now())
    if (stored === undefined) {
      if (await replies.claim(key, atWork, now(), after(now(), longestCall))) break
      continue
    }
    const text = stored === atWork ? undefined : unseal(stored, secret)
    if (text !== undefined) return JSON.parse(text) as Reply
    await pause(100)
  }
  let reply: Reply
  try {
    reply = await run()
  } catch (error) {
    await replies.remove(key)
    throw error
  }
  await replies.put(key, seal(JSON.stringify(reply), secret), after(now(), repeatLife))
  return reply
}
