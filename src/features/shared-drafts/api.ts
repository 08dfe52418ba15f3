/** The path to read (`POST`), save (`PUT`) and delete (`DELETE`) a shared draft. Its id is in the body, because logs record URLs. */
export const sharedDraftPath = '/api/shared-draft'

/** The days after its last save until a shared draft is deleted: before and after a second device has opened its link. */
export const sharedDraftDays = { unopened: 3, opened: 30 } as const

/** `sealed`: the encrypted draft in base64url; missing if the caller already has this revision. A saved draft is answered by its revision only. */
export interface SharedDraftResponse {
  readonly success: true
  readonly revision: number
  readonly sealed?: string
}
