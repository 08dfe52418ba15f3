/** A signed-in browser. Only a hash of its credential is stored. */
export interface Session {
  readonly credentialHash: string
  readonly userId: string
  readonly email: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** The hash of the browser's own cookie; undefined for sessions of earlier versions. */
  readonly browser: string | undefined
}

/** A browser that signed in before, which has a budget of its own for the next time. */
export interface TrustedBrowser {
  /** The hash of its cookie. */
  readonly hash: string
  /** What it called itself, such as `Firefox on Linux`; empty when that is not known. */
  readonly name: string
  /** The first sign-in, and the last one; undefined for browsers of earlier versions. */
  readonly createdAt: Date | undefined
  readonly signedInAt: Date | undefined
}

/** A sign-in that succeeded: its session, and the browser that is trusted from now on. */
export interface NewSession {
  readonly session: Session & { readonly browser: string }
  readonly name: string
  readonly trustedUntil: Date
  /** The hash that the same browser had until now: its cookie is replaced at each sign-in. Undefined for a new browser. */
  readonly replaces: string | undefined
}

/** The sessions of all browsers that signed in, and the browsers that are trusted. */
export interface Sessions {
  /** Inserts a session and its browser; the session that the browser had until now ends. */
  begin(sign: NewSession): Promise<void>
  /** An expired session too, until the sweep deletes it a week later. Undefined when there is none. */
  byCredential(credentialHash: string): Promise<Session | undefined>
  /** Deletes a session, if it is there. */
  end(credentialHash: string): Promise<void>
  /** The sessions of `email` that last, newest first. */
  list(email: string, now: Date): Promise<readonly Session[]>
  /** The trusted browsers of `email`, the last one that signed in first. */
  browsers(email: string, now: Date): Promise<readonly TrustedBrowser[]>
  isTrusted(browser: string, email: string, now: Date): Promise<boolean>
  /** Forgets a browser and ends its sessions. */
  forget(browser: string): Promise<void>
  /** Ends every session and forgets every browser. */
  endAll(): Promise<void>
  /** Ends every session, and forgets every browser, of another address than `email`. */
  endOthers(email: string): Promise<void>
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
  /** Whose budget it is requested from, and its wrong tries are counted in; undefined: that of all strangers. */
  readonly owner: string | undefined
}

/** Who tries a code. */
export interface Requester {
  /** The hash of its browser's cookie; undefined when it sent none. */
  readonly browser: string | undefined
  /** Its address, as the limits name it. */
  readonly client: string
  /** Whose wrong tries its own are counted with, whichever code it tries; undefined: those of the code's owner. */
  readonly owner: string | undefined
}

export interface TryRules {
  readonly triesPerCode: number
  /** The most wrong tries of one owner's codes in each period. */
  readonly caps: readonly { readonly since: Date; readonly most: number }[]
}

export type Try =
  /** It counts as a wrong one until it is redeemed. */
  | { readonly kind: 'counted'; readonly id: string; readonly passcode: Pick<Passcode, 'id' | 'codeHash'> }
  /** `used_up`: too many wrong tries of this code. `capped`: too many in a period. */
  | { readonly kind: 'none' | 'expired' | 'used_up' | 'capped' }

/** The passcodes that were mailed, and the tries of them. */
export interface Passcodes {
  /**
   * Inserts a code. Earlier ones of the same browser end; earlier ones of the same client, if it names one, can be tried by their browsers only.
   * @param strangers how many codes without an owner there may be that were not redeemed since a moment
   * @returns `surplus`, with nothing written, when a code without an owner would be one too many
   */
  put(passcode: Passcode, strangers: { readonly since: Date; readonly most: number }): Promise<'stored' | 'surplus'>
  /** Deletes a code that could not be mailed: it is in nobody's budget. */
  remove(id: string): Promise<void>
  /**
   * Counts a try of the requester's code before it is compared, so that concurrent tries cannot exceed the rules. Browser and client have separate
   * tries. Without a code to try, nothing is written.
   */
  beginTry(email: string, requester: Requester, now: Date, rules: TryRules): Promise<Try>
  /** Ends the code of a counted try that was right, and uncounts the try. Returns false when the code had ended before. */
  redeem(tried: Extract<Try, { kind: 'counted' }>, now: Date): Promise<boolean>
}

/** A public key that signs in. */
export interface Passkey {
  /** The authenticator's name for it, base64url. */
  readonly id: string
  /** The admin's name for it. */
  readonly name: string
  /** In COSE, base64url. */
  readonly publicKey: string
  /** How often the authenticator says that it was used; 0 where it does not count. */
  readonly counter: number
  readonly createdAt: Date
  readonly usedAt: Date | undefined
}

/** The passkeys by which an address can sign in. */
export interface Passkeys {
  /** Those of `email`, oldest first. */
  list(email: string): Promise<readonly Passkey[]>
  /** Inserts a passkey; false when there is one with its id. */
  add(email: string, passkey: Passkey): Promise<boolean>
  /** Stores a use; false when the stored counter is not below the new one, unless both are 0. */
  use(id: string, counter: number, now: Date): Promise<boolean>
  remove(email: string, id: string): Promise<void>
}

/** How many sign-ins were refused, by minute, on all nodes together. */
export interface Refusals {
  add(at: Date, count: number): Promise<void>
  since(moment: Date): Promise<number>
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
