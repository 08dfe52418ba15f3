/** A native post that was refused before its answers were read. */
export interface RefusalView {
  /** The text of the error catalogue. */
  readonly message: string
  /** The seconds after which it can be sent; missing if a repetition does not help. */
  readonly waitS?: number
  /** Whether one network has sent too many; otherwise the server is busy, or a repetition does not help. */
  readonly isOverLimit?: boolean
  /** The address of an empty form; missing if the request does not say which form it was. */
  readonly formPath?: string
}
