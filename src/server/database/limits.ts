/** Rate limits with fixed windows. With PostgreSQL, all nodes count together. */
export interface Limits {
  /**
   * Counts a call under `key`. `points` calls are allowed in a window, which begins at the first call and lasts `windowMs` milliseconds.
   * @param requestId the same for repeats of one request: up to 200 repeats of an allowed call are allowed and not counted
   * @param cost how many points the call takes; 1 by default
   * @returns `retryAfterMs`: milliseconds until the window ends, 0 when allowed; `hits`: points taken in the window including this call, 0 for an allowed repeat
   */
  hit(
    key: string,
    points: number,
    windowMs: number,
    now: Date,
    requestId?: string,
    cost?: number,
  ): Promise<{ readonly allowed: boolean; readonly retryAfterMs: number; readonly hits: number }>
  /** Takes back one counted call under `key`. Its repeats are counted again. @param requestId see `hit` */
  takeBack(key: string, now: Date, requestId?: string): Promise<void>
}

/** How many repeats of one request are not counted. */
export const freeRepeats = 200
