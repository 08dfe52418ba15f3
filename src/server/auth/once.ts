import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { after, minute, second } from '../../shared/dates.ts'
import type { Responses } from '../records/access/port.ts'
import { seal, unseal } from './secrets.ts'

/** How long a repeated call gets the first response again, in case that was lost in transit. */
const responseLifeMs = 2 * minute

/** The longest time that a call takes, mail included. If a process dies during a call, a repeat runs again after this time. */
const maxCallMs = 40 * second

/** Stored in place of a response while the first call runs. It is not base64, so it differs from every encrypted response. */
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
  readonly responses: Responses
  now(): Date
}

/** The key under which a response is stored: a hash that reveals neither the idempotency key nor the content. */
const responseKey = ({ name, key, content }: Repeatable): string | undefined =>
  key === undefined
    ? undefined
    : `${name}:${createHash('sha256')
        .update(JSON.stringify([key, ...content]))
        .digest('hex')}`

/** Whether a call repeats one that was answered or is in progress. */
export async function isRepeat({ responses, now }: Repeats, call: Repeatable): Promise<boolean> {
  const key = responseKey(call)
  return key !== undefined && (await responses.get(key, now())) !== undefined
}

/**
 * Runs a call once for all its repeats, on all nodes, also while the first one is still in progress. The response is stored encrypted; the idempotency
 * key and the content, which only the caller has, are the secret.
 * @returns the first response
 * @throws what `run` throws; a repeat then runs again
 */
export async function once<Value>({ responses, now }: Repeats, call: Repeatable, run: () => Promise<Value>): Promise<Value> {
  const key = responseKey(call)
  if (key === undefined) return run()
  const secret = JSON.stringify([call.key, ...call.content])
  for (;;) {
    const stored = await responses.get(key, now())
    if (stored === undefined) {
      if (await responses.claim(key, inProgress, now(), after(now(), maxCallMs))) break
      continue
    }
    const text = stored === inProgress ? undefined : unseal(stored, secret)
    if (text !== undefined) return JSON.parse(text) as Value
    await pause(100)
  }
  let value: Value
  try {
    value = await run()
  } catch (error) {
    await responses.remove(key)
    throw error
  }
  await responses.put(key, seal(JSON.stringify(value), secret), after(now(), responseLifeMs))
  return value
}
