import { isIP } from 'node:net'

/** `::ffff:192.0.2.1` as `192.0.2.1`; anything that is no address as undefined. */
function plain(address: string | undefined): string | undefined {
  const bare = address
    ?.trim()
    .replace(/^::ffff:(?=\d+\.)/i, '')
    .replace(/^\[([^\]]+)\](:\d+)?$/, '$1')
    // some proxies name the port too
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return bare !== undefined && isIP(bare) !== 0 ? bare : undefined
}

/**
 * The client's address: the socket's, or, behind `hops` proxies of ours, the one in `X-Forwarded-For` that the outermost of them
 * saw. What stands before it was written by the client and is not believed. `Unknown` when there is none.
 */
export function clientAddress(socket: string | undefined, forwarded: string | undefined, hops: number): string {
  if (hops > 0 && forwarded !== undefined) {
    const seen = forwarded.split(',')
    const address = plain(seen[Math.max(0, seen.length - hops)])
    if (address !== undefined) return address
  }
  return plain(socket) ?? 'Unknown'
}

/** What limits count by: an IPv4 address, or the /64 network of an IPv6 one, which one person has whole. */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0')
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}
