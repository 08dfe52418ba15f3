export {}

declare module '../../server/database/tables.ts' {
  interface Tables {
    /** The tokens of the admin's own programs; `hash`: SHA-256. */
    script_tokens: {
      id: string
      email: string
      name: string
      hash: string
      created_at: number
      used_at: number | null
    }
  }
}
