/** The browsers that signed in, and refused sign-ins. Times are ISO 8601. */
export interface AccessReply {
  readonly success: true
  readonly browsers: readonly {
    readonly id: string
    /** Such as `Firefox on Linux`; empty where it is not known. */
    readonly name: string
    readonly first_signed_in_at: string | null
    readonly signed_in_at: string | null
    /** When its session ends; null when it is not signed in. */
    readonly session_until: string | null
    /** The browser that asks. */
    readonly current: boolean
  }[]
  readonly passkeys: readonly {
    readonly id: string
    readonly name: string
    readonly created_at: string
    readonly used_at: string | null
  }[]
  /** Sign-ins refused in the last hour. */
  readonly refusals: number
  readonly many_refusals: boolean
}

/** The keys in a browser's storage of what it has of a session (contract, section 5). None of it opens anything. */
export const sessionKeys = { user: 'auth_user', token: 'auth_token', applications: 'cached_applications' } as const
