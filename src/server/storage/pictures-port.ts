/** How long a picture that nothing names is kept: an undone change finds it again. */
export const unusedPictureDays = 30

/** Room for every person, company and post of a large site. */
export const maxPictures = 1_000

/** Pictures that were added at the desk, by a name with their hash (`storedName`). Texts name them; drafts, publishes that wait and all earlier ones count. */
export interface Pictures {
  /** Stores a picture. One that is stored already stays. @returns `full`, with nothing written, when there are `maxPictures` */
  add(name: string, bytes: Uint8Array, now: Date): Promise<'added' | 'full'>
  names(): Promise<readonly string[]>
  /** The bytes of a picture; undefined when there is none. */
  get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** The bytes of a picture that the published texts name now; undefined for any other. */
  published(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>
}
