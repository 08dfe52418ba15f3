import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { after, minute, second } from '../../shared/dates.ts'
import type { Replies } from '../storage/auth-port.ts'
import { seal, unseal } from './secrets.ts'

/** How long a repeated call gets the first reply again, in case that was lost on the way. */
const replyLifeMs = 2 * minute

/** The longest time that a call takes, mail included. If a process dies during a call, a repeat runs again after this time. */
const maxCallMs = 40 * second

/** Stored in place of a reply while the first call runs. It is not base64, so it differs from every encrypted reply. */
const inProgress = '(at work)'

/** A call that may be repeated. */
interface Repeatable {
  readonly name: string
  /** The caller's idempotency key; without one, no call is a repeat. */
  readonly key: string | undefined
  /** What must be equal in a repeat. Only a hash of it is stored. */
  readonly content: readonly unknown[]
}

interface Repeats {
  readonly replies: Replies
  now(): Date
}

/** The key under which a reply is stored: a hash that reveals neither the idempotency key nor the content. */
const replyKey = ({ name, key, content }: Repeatable): string | undefined =>
  key === undefined
    ? undefined
    : `${name}:${createHash('sha256')
        .update(JSON.stringify([key, ...content]))
        .digest('hex')}`

/** Whether a call repeats one that was answered or is in progress. */
export async function isRepeat({ replies, now }: Repeats, call: Repeatable): Promise<boolean> {
  const key = replyKey(call)
  return key !== undefined && (await replies.get(key, now())) !== undefined
}

/**
 * Runs a call once for all its repeats, on all nodes, also while the first one is still in progress. The reply is stored encrypted; the idempotency
 * key and the content, which only the caller has, are the secret.
 * @returns the first reply
 * @throws what `run` throws; a repeat then runs again
 */
export async function once<Reply>({ replies, now }: Repeats, call: Repeatable, run: () => Promise<Reply>): Promise<Reply> {
  const key = replyKey(call)
  if (key === undefined) return run()
  const secret = JSON.stringify([call.key, ...call.content])
  for (;;) {
    const stored = await replies.get(key, now())
    if (stored === undefined) {
      if (await replies.claim(key, inProgress, now(), after(now(), maxCallMs))) break
      continue
    }
    const text = stored === inProgress ? undefined : unseal(stored, secret)
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
  await replies.put(key, seal(JSON.stringify(reply), secret), after(now(), replyLifeMs))
  return reply
}
