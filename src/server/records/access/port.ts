import type { Right } from '../../../api/rights.ts'
import type { OutboxDraft } from '../../../applications/outbox.ts'

/** A browser that signed in, or in which a helper exchanged a link. Only a hash of its credential is stored. */
export interface Session {
  readonly credentialHash: string
  readonly userId: string
  readonly email: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** The hash of the browser's own cookie; undefined for sessions of earlier versions. */
  readonly browser: string | undefined
  /** Whose link it is; undefined for the admin. */
  readonly helper?: { readonly name: string; readonly right: Right }
}

/** A browser that signed in before, and has its own budget. */
interface TrustedBrowser {
  /** The hash of its cookie. */
  readonly hash: string
  /** From its user agent, such as `Firefox on Linux`; empty when unknown. */
  readonly name: string
  /** The first sign-in, and the last one; undefined for browsers of earlier versions. */
  readonly createdAt: Date | undefined
  readonly signedInAt: Date | undefined
}

/** A successful sign-in: its session, and its browser, which is trusted from now on. */
interface NewSession {
  readonly session: Session & { readonly browser: string }
  readonly name: string
  readonly trustedUntil: Date
  /** The browser's previous hash: its cookie is replaced at each sign-in. Undefined for a new browser. */
  readonly replaces: string | undefined
}

/** The sessions, and the trusted browsers. */
export interface Sessions {
  /** Inserts a session and its browser, and ends the browser's previous session. */
  begin(session: NewSession): Promise<void>
  /** An expired session too, until the sweep deletes it a week later. Undefined when there is none. */
  byCredential(credentialHash: string): Promise<Session | undefined>
  /** Deletes a session, if it exists. */
  end(credentialHash: string): Promise<void>
  /** The sessions of `email` that have not expired, newest first. */
  list(email: string, now: Date): Promise<readonly Session[]>
  /** The trusted browsers of `email`, the most recent sign-in first. */
  browsers(email: string, now: Date): Promise<readonly TrustedBrowser[]>
  isTrusted(browser: string, email: string, now: Date): Promise<boolean>
  /** Forgets a browser and ends its sessions. */
  forget(browser: string): Promise<void>
  /** Ends every session and forgets every browser. */
  endAll(): Promise<void>
  /** Ends every session, and forgets every browser, of any address but `email`. */
  endOthers(email: string): Promise<void>
  /** The admin's user, inserted at the first sign-in. Its id is `admin-` with the time in milliseconds. */
  user(email: string, now: Date): Promise<{ readonly id: string; readonly email: string; readonly createdAt: Date }>
}

/** A link that the admin gave to one person, with one right until a day. */
export interface HelperLink {
  readonly id: string
  /** `committee`: it opens the round in `scope`, without a code. */
  readonly right: Right | 'committee'
  /** Empty for a helper of the desk. */
  readonly scope: string
  /** Of the round. */
  readonly title: string
  readonly name: string
  /** Empty for a member of a committee without one. */
  readonly email: string
  /** How many links were made before the present one. */
  readonly generation: number
  /** SHA-256 of the secret in the link. */
  readonly secretHash: string
  readonly createdAt: Date
  readonly until: Date
  /** When the present link was exchanged for a session; null before. */
  readonly usedAt: Date | null
  /** To the minute; null until it was opened. */
  readonly seenAt: Date | null
  /** When the admin ended it; null before. */
  readonly endedAt: Date | null
}

/** Mail that is queued with links, in one transaction. */
export interface LinkMail {
  readonly drafts: readonly OutboxDraft[]
  readonly at: Date
}

/** The links of helpers, and the sessions that they were exchanged for. */
export interface HelperLinks {
  add(links: readonly HelperLink[], mail?: LinkMail): Promise<void>
  /** The newest first. */
  all(): Promise<readonly HelperLink[]>
  byId(id: string): Promise<HelperLink | undefined>
  /** Replaces a link as it was read by one of the next generation, which is open. @returns false, with nothing written, when it was replaced or ended since */
  renew(link: Pick<HelperLink, 'id' | 'generation' | 'endedAt'>, secretHash: string, mail?: LinkMail): Promise<boolean>
  /** Ends a link and its sessions. @returns whether there is one */
  end(id: string, at: Date): Promise<boolean>
  /** @returns false when there is no such link, or it was ended */
  extend(id: string, until: Date): Promise<boolean>
  /** Stores that it was used, once a minute at most. */
  see(link: Pick<HelperLink, 'id' | 'seenAt'>, at: Date): Promise<void>
  /** Exchanges a link for a session. @returns false when it was exchanged or replaced before, has ended or expired */
  exchange(link: Pick<HelperLink, 'id' | 'generation'>, credentialHash: string, at: Date): Promise<boolean>
  /** The link of a session, also an expired one; undefined when there is none, or it was ended. */
  ofSession(credentialHash: string): Promise<HelperLink | undefined>
  endSession(credentialHash: string): Promise<void>
}

export interface Passcode {
  readonly id: string
  readonly email: string
  readonly codeHash: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** The hash of the requesting browser's cookie. */
  readonly browser: string
  /** The client that can try the code without the cookie, because its request had none; undefined: only the browser can try it. */
  readonly client: string | undefined
  /** The owner of the budget against which the request and wrong tries count; undefined: the budget of all strangers. */
  readonly owner: string | undefined
}

/** The sender of a try. */
export interface Requester {
  /** The hash of its browser's cookie; undefined when it sent none. */
  readonly browser: string | undefined
  /** See `limitKey`. */
  readonly client: string
  /** The owner of the budget against which its wrong tries count, whichever code it tries; undefined: the code's owner. */
  readonly owner: string | undefined
}

export interface TryRules {
  readonly triesPerCode: number
  /** The limit of wrong tries of one owner's codes in each period. */
  readonly caps: readonly { readonly since: Date; readonly max: number }[]
}

export type Try =
  /** It counts as wrong until it is redeemed. */
  | { readonly kind: 'counted'; readonly id: string; readonly passcode: Pick<Passcode, 'id' | 'codeHash'> }
  /** `used_up`: too many wrong tries of this code. `capped`: too many in a period. */
  | { readonly kind: 'none' | 'expired' | 'used_up' | 'capped' }

/** The mailed passcodes, and their tries. */
export interface Passcodes {
  /**
   * Inserts a code. Earlier codes of the same browser end. Earlier codes of the same client, if the new one has a client, can be tried by their browsers only.
   * @param strangers the limit of unredeemed codes without an owner since `since`
   * @returns `surplus`, with nothing written, when a code without an owner would exceed this limit
   */
  put(passcode: Passcode, strangers: { readonly since: Date; readonly max: number }): Promise<'stored' | 'surplus'>
  /** Deletes a code that could not be mailed, so that it counts against no budget. */
  remove(id: string): Promise<void>
  /**
   * Counts a try of the requester's code before it is compared, so that concurrent tries cannot exceed the rules. Browser and client have separate
   * tries. Without a code to try, nothing is written.
   */
  beginTry(email: string, requester: Requester, now: Date, rules: TryRules): Promise<Try>
  /** Ends the code of a correct try, and removes the try from the count. @returns false when the code had ended before */
  redeem(tried: Extract<Try, { kind: 'counted' }>, now: Date): Promise<boolean>
}

/** A public key that signs in. */
interface Passkey {
  /** The credential id of the authenticator, base64url. */
  readonly id: string
  /** The name that the admin gave it. */
  readonly name: string
  /** In COSE, base64url. */
  readonly publicKey: string
  /** The authenticator's signature counter; 0 if it has none. */
  readonly counter: number
  readonly createdAt: Date
  readonly usedAt: Date | undefined
}

export interface Passkeys {
  /** The passkeys of `email`, oldest first. */
  list(email: string): Promise<readonly Passkey[]>
  /** Inserts a passkey. @returns false when there is one with its id */
  add(email: string, passkey: Passkey): Promise<boolean>
  /** Stores a use. @returns false when the new counter is not above the stored one, unless both are 0 */
  use(id: string, counter: number, now: Date): Promise<boolean>
  remove(email: string, id: string): Promise<void>
}

/** The number of refused sign-ins per minute, on all nodes together. */
export interface Refusals {
  add(at: Date, count: number): Promise<void>
  since(moment: Date): Promise<number>
}

/** Stored responses, for repeats of a call with the same idempotency key. */
export interface Responses {
  /** Undefined when there is none, or it has expired. */
  get(key: string, now: Date): Promise<string | undefined>
  put(key: string, response: string, until: Date): Promise<void>
  /** Inserts a response if there is none, or only an expired one. @returns whether it did */
  claim(key: string, response: string, now: Date, until: Date): Promise<boolean>
  remove(key: string): Promise<void>
}
