/** Browsers refuse keepalive calls whose bodies have more than 64 KiB together. In bytes. */
export const maxKeepaliveBytes = 60_000

/** Whether a call with this body can continue after its page closes (`keepalive` of `fetch`). */
export const fitsKeepalive = (body: string): boolean => new Blob([body]).size <= maxKeepaliveBytes
