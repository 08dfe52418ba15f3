import type { Revised } from '../../api/responses.ts'
import type { Wording } from '../../applications/moves.ts'
import { minute, second } from '../../shared/dates.ts'
import { idFrom } from '../../shared/ids.ts'
import { read, remove, storedKeys, write } from '../browser-storage.ts'
import { CallError } from '../client.ts'
import { isSignedOut } from '../session/failures.ts'
import type { ReviewAction } from './review-action.ts'

// A call about several applications is finished by the server also when its page is left. Until it is answered, it is stored in this browser, and the next
// visit repeats it: the server answers a repeat with what the first call did. What is stored names nobody, because it stays when the session ends.

/** A call that decides a part of a group. */
interface DecisionCall {
  readonly what: 'decide'
  readonly body: Wording & {
    readonly act: ReviewAction
    readonly applications: readonly (Revised & { readonly from: string; readonly answers_revision: number })[]
    /** The size of the group, and the end of its hold. */
    readonly of: number
    readonly held_until?: string
  }
  /** What the calls before it did. */
  readonly done: readonly Revised[]
}

/** A call of a feature, which repeats it itself (`repeat` of the desk). */
export interface FeatureCall {
  readonly what: 'feature'
  readonly of: string
  /** What it is about, for a toast. */
  readonly title: string
  readonly body: unknown
}

export type GroupCall =
  | DecisionCall
  | { readonly what: 'undo'; readonly done: readonly Revised[]; readonly until: number | null }
  | FeatureCall

/** What is stored: the call, and when it was made, in milliseconds since 1970. */
interface Stored {
  readonly at: number
  readonly call: GroupCall
}

const prefix = 'desk_call_'

/** A call that was made earlier than this is not repeated: its hold may be over, and the reviewer may have made other plans. */
const repeatMs = 10 * minute

/** A page that is left fails its calls, and nobody sees what it says then. After this time the reviewer has seen it. */
const tellMs = 2 * second

/** Runs `work` while no other page of this browser runs it for the same call. A page that is closed ends. */
const locked = <Result>(key: string, work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request(key, work) : work()

/**
 * Makes a call about several applications, and keeps it stored until it is answered.
 * @param make makes it; with `next` it says that another one of the same group is made now
 * @throws the errors of `make`
 */
export function answered<Answer>(first: GroupCall, make: (next: (call: GroupCall) => void) => Promise<Answer>): Promise<Answer> {
  const key = prefix + idFrom(new Date(), crypto.getRandomValues(new Uint8Array(16)))
  const store = (call: GroupCall): void =>
    void write('localStorage', key, JSON.stringify({ at: Date.now(), call } satisfies Stored))
  return locked(key, async () => {
    store(first)
    try {
      const answer = await make(store)
      remove('localStorage', key)
      return answer
    } catch (error) {
      // After the next sign-in it is repeated.
      if (!isSignedOut(error)) setTimeout(() => remove('localStorage', key), tellMs)
      throw error
    }
  })
}

/** Whether a page of this browser was left, or its session ended, before a call about several applications was answered. */
export const hasUnanswered = (): boolean => storedKeys('localStorage', prefix).length > 0

/**
 * Repeats the calls that were not answered.
 * @param repeat makes one again, and says what became of it; one that fails without an answer stays for the next visit
 * @param tooOld says that one is not made again
 */
export function repeatUnanswered(repeat: (call: GroupCall) => Promise<void>, tooOld: (call: GroupCall, at: Date) => void): void {
  for (const key of storedKeys('localStorage', prefix))
    void locked(key, async () => {
      // Another page may have got the answer meanwhile.
      const stored = read('localStorage', key) as Stored | undefined
      if (stored === undefined) return
      try {
        if (Date.now() - stored.at < repeatMs) await repeat(stored.call)
        else tooOld(stored.call, new Date(stored.at))
      } catch (error) {
        if (isSignedOut(error) || (error instanceof CallError && error.status === 0)) return
      }
      remove('localStorage', key)
    })
}
