import type { Done } from './route.ts'

// The tokens with which the admin's own programs read. Times are ISO 8601.

/** How many tokens there can be. */
export const maxTokens = 5

export interface TokenRecord {
  readonly id: string
  readonly name: string
  readonly created_at: string
  /** To the minute; null if it has not been used. */
  readonly used_at: string | null
}

export interface ScriptsResponse extends Done {
  /** Oldest first. */
  readonly tokens: readonly TokenRecord[]
}
