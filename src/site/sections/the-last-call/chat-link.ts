/**
 * The address that opens a chat with `dial` (`+` and digits) and `lines` already written: the chat program's address, the digits,
 * the text.
 */
export const chatLink = (chatUrl: string, dial: string, lines: readonly string[]): string =>
  `${chatUrl.replace(/\/$/, '')}/${dial.replace(/\D/g, '')}?text=${encodeURIComponent(lines.join('\n'))}`
