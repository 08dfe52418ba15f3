/** A signed-in browser. Only a hash of its credential is stored. */
export interface Session {
  readonly credentialHash: string
  readonly userId: string
  readonly email: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface Sessions {
  put(session: Session): Promise<void>
  /** An expired session too, until the sweep deletes it a week later. Undefined when there is none. */
  byCredential(credentialHash: string): Promise<Session | undefined>
  /** Deletes a session, if it is there. */
  end(credentialHash: string): Promise<void>
  /** Trusts a browser that signed in as `email` until `until`; `deviceHash` is the hash of its device cookie. */
  trust(deviceHash: string, email: string, until: Date): Promise<void>
  isTrusted(deviceHash: string, email: string, now: Date): Promise<boolean>
  /** The admin's user, inserted at the first sign-in. Its id is `admin-` and the milliseconds of that moment. */
  user(email: string, now: Date): Promise<{ readonly id: string; readonly email: string; readonly createdAt: Date }>
}

export interface Passcode {
  readonly id: string
  readonly email: string
  readonly codeHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** The hash of the requesting browser's cookie. */
  readonly browser: string
  /** The address from which the code can be tried without that cookie, because the request came without it; undefined: from none. */
  readonly client: string | undefined
}

/** Who tries a code. */
export interface Requester {
  /** The hash of its browser's cookie; undefined when it sent none. */
  readonly browser: string | undefined
  /** Its address, as the limits name it. */
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
   * Counts a try of the requester's code before it is compared, so that concurrent tries cannot exceed the rules. Browser and client have separate
   * tries. Without a code to try, nothing is written.
   */
  beginTry(email: string, requester: Requester, now: Date, rules: TryRules): Promise<Try>
  /** Ends the code of a counted try that was right, and uncounts the try. Returns false when the code had ended before. */
  redeem(tried: Extract<Try, { kind: 'counted' }>, now: Date): Promise<boolean>
}

/** Responses to repeat when a call is repeated under its key. */
export interface Replies {
  /** Undefined when there is none, or it has expired. */
  get(key: string, now: Date): Promise<string | undefined>
  put(key: string, reply: string, until: Date): Promise<void>
  /** Inserts a reply if there is none, or an expired one; whether it did. */
  claim(key: string, reply: string, now: Date, until: Date): Promise<boolean>
  remove(key: string): Promise<void>
}
