/**
 * A web address as `type=url` takes it: `https://` before one that was written or pasted without (`www.example.in`). What does not
 * look like an address is left as it is.
 */
export const completeUrl = (text: string): string => {
  const written = text.trim()
  return /^[^\s:/?#@]+\.[^\s:/?#@.]{2,}(?:[:/?#]\S*)?$/.test(written) ? `https://${written}` : text
}

/** Completes the address in an input, where the input is strict about it. */
export function completeUrlIn(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || target.type !== 'url') return
  const completed = completeUrl(target.value)
  if (completed !== target.value) target.value = completed
}
