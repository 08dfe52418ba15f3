export interface Passcode {
  readonly id: string
  readonly email: string
  readonly codeHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** The hash of what the browser that requested it keeps. */
  readonly browser: string
  /** From where the code can also be tried without that, because the request came without it; undefined: from nowhere. */
  readonly client: string | undefined
}

/** Who tries a code. */
export interface Requester {
  /** The hash of what its browser keeps; undefined when it sent nothing. */
  readonly browser: string | undefined
  /** What limits know its address by. */
  readonly client: string
  /** Whether that browser signed in before. */
  readonly trusted: boolean
}

export interface TryRules {
  readonly triesPerCode: number
  /** The most wrong tries in each period: of this browser if it is trusted, else of all that are not. */
  readonly caps: readonly { readonly since: Date; readonly most: number }[]
}

export type Try =
  /** It counts as a wrong one until it is redeemed. */
  | { readonly kind: 'counted'; readonly id: string; readonly passcode: Pick<Passcode, 'id' | 'codeHash'> }
  /** `used_up`: too many wrong tries of this code. `capped`: too many in a period. */
  | { readonly kind: 'none' | 'expired' | 'used_up' | 'capped' }

export interface Passcodes {
  /** Inserts a code. Earlier ones of the same browser end; earlier ones of the same client, if it names one, can be tried by their browsers only. */
  put(passcode: Passcode): Promise<void>
  /**
   * Counts a try of the requester's code before anyone looks whether it is right, so that no number of tries at the same moment gets more than
   * the rules allow. Browser and client each have their tries. Without a code to try, nothing is written.
   */
  beginTry(email: string, requester: Requester, now: Date, rules: TryRules): Promise<Try>
  /** Ends the code of a counted try that was right, which then counts no more; false when it had ended before. */
  redeem(tried: Extract<Try, { kind: 'counted' }>, now: Date): Promise<boolean>
}

/** Answers that a repeated call is to be given again (passcode calls under one key). */
export interface Replies {
  get(key: string, now: Date): Promise<string | undefined>
  put(key: string, reply: string, until: Date): Promise<void>
  /** Puts a reply where none is; false when there is one. */
  claim(key: string, reply: string, now: Date, until: Date): Promise<boolean>
  remove(key: string): Promise<void>
}
