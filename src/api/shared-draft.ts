/** Where a shared draft is read (`POST`), saved (`PUT`) and deleted (`DELETE`). Its id is in the body, because logs record addresses. */
export const sharedDraftPath = '/api/shared-draft'

/** The most bytes that a sealed draft may have. */
export const mostSealed = 256 * 1024

/** Days from its last save until a shared draft is deleted. */
export const sharedDraftDays = 30

/** `sealed`: the encrypted draft in base64url; missing where the caller knows this revision. */
export interface SharedDraftReply {
  readonly success: true
  readonly revision: number
  readonly sealed?: string
}

export interface SharedDraftSavedReply {
  readonly success: true
  readonly revision: number
}
