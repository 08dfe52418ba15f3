import { minute, second } from './durations.ts'

// The time limits of uploads, for the forms and the server: an upload that makes progress is not given up (decision 0209).

/** How long an upload may make no progress, and the time that it has in advance, in milliseconds. */
export const maxStallMs = minute

/** The lowest rate at which the server reads an upload, in bytes a second: 64 kbit/s. */
export const minUploadRate = 8 * 1024

/** The time that an upload of this many bytes takes at the lowest rate, with one stall, in milliseconds. */
export const maxUploadMs = (bytes: number): number => maxStallMs + (bytes / minUploadRate) * second

/**
 * How long a form waits for progress of its upload, and after the last byte for the response, in milliseconds. The server reads nothing while an upload waits
 * for memory (decision 0209), and the browser counts bytes as sent that are still on the device.
 */
export const formPatienceMs = 2 * maxStallMs
