import { day } from '../shared/dates.ts'

/** No page of ours was served before this; a clock that shows an earlier time is wrong (an empty battery sets it to 1970). */
const earliest = Date.UTC(2025, 0, 1)

/** Drafts are removed after this, and what waits to be delivered is no longer sent without asking. */
export const keptForMs = 30 * day

/**
 * Whether `reading`, an earlier reading of the device's clock in milliseconds since 1970, cannot be right if `now` is: it lies in the
 * future, or before our first page. An age is the difference of two readings, so it is counted anew from the first one that can be right.
 */
export const isWrongReading = (reading: number, now: number): boolean => now >= earliest && (reading < earliest || reading > now)

/** Whether something from `since` is older than `keptForMs` by two readings that can both be right. */
export const isOld = (since: number, now: number): boolean => since >= earliest && now - since > keptForMs
