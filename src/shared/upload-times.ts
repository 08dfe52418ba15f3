import { minute, second } from './durations.ts'

// The time limits of uploads, for the forms and the server: an upload that makes progress is not given up (decision 0192).

/** How long an upload may make no progress, and the time that it has in advance, in milliseconds. */
export const maxStallMs = minute

/** The lowest rate at which the server reads an upload, in bytes a second: 64 kbit/s. */
export const minUploadRate = 8 * 1024

/** The time that an upload of this many bytes takes at the lowest rate, with one stall, in milliseconds. */
export const maxUploadMs = (bytes: number): number => maxStallMs + (bytes / minUploadRate) * second
