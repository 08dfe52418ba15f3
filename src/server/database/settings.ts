/** Named values that all windows and nodes share. */
export interface Settings {
  /** A value, any JSON, with its revision; undefined when there is none. */
  get(key: string): Promise<{ readonly value: unknown; readonly revision: number } | undefined>
  /**
   * Saves a value over the revision that was read, 0 for a new one. The saved value has the next revision.
   * @returns `stale`, with nothing written, when the stored revision is a different one, and not this value's own: a save that is repeated is saved
   */
  put(key: string, value: unknown, revision: number): Promise<'saved' | 'stale'>
}
