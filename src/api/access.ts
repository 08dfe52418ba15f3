/** The trusted browsers, the passkeys, and the refused sign-ins. Times are ISO 8601. */
export interface AccessResponse {
  readonly success: true
  readonly browsers: readonly {
    readonly id: string
    /** Such as `Firefox on Linux`; empty if it is not known. */
    readonly name: string
    readonly first_signed_in_at: string | null
    readonly signed_in_at: string | null
    /** When its session ends; null if it is not signed in. */
    readonly session_until: string | null
    /** Whether it is the browser that made this request. */
    readonly current: boolean
  }[]
  readonly passkeys: readonly {
    readonly id: string
    readonly name: string
    readonly created_at: string
    readonly used_at: string | null
  }[]
  /** The number of sign-ins that were refused in the last hour. */
  readonly refusals: number
  readonly many_refusals: boolean
}

/** The browser storage keys of a session's data (contract, section 5). None of it gives access. */
export const sessionKeys = { user: 'auth_user', token: 'auth_token', applications: 'cached_applications' } as const
