/** The path to read (`POST`), save (`PUT`) and delete (`DELETE`) a shared draft. Its id is in the body, because logs record URLs. */
export const sharedDraftPath = '/api/shared-draft'

/** The maximum size of a sealed draft in bytes. */
export const maxSealedBytes = 256 * 1024

/** The number of days after its last save until a shared draft is deleted. */
export const sharedDraftDays = 30

/** `sealed`: the encrypted draft in base64url; missing if the caller already has this revision. */
export interface SharedDraftResponse {
  readonly success: true
  readonly revision: number
  readonly sealed?: string
}

export interface SharedDraftSavedResponse {
  readonly success: true
  readonly revision: number
}
