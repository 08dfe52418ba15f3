import { isIP } from 'node:net'

/**
 * The key under which limits count a client: an IPv4 address, or the network of an IPv6 address, because one person usually has all of it.
 * @param bits the length of the network's prefix; one line may have all networks of a /48
 */
export function limitKey(address: string, bits: 48 | 64 = 64): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0')
  return `${[...start, ...zeros, ...end].slice(0, bits / 16).join(':')}::/${bits}`
}

/** The addresses of this machine and of private networks: behind a proxy that is not trusted, all clients seem to have one. */
const privateAddress = /^(?:::1$|f[cde]|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/i

/** The network of a client: /24 or /48. Null for an address that many clients may share. */
export function networkOf(address: string): string | null {
  if (isIP(address) === 0 || privateAddress.test(address)) return null
  if (isIP(address) === 4) return `${address.split('.', 3).join('.')}.0/24`
  return `${limitKey(address).split(':', 3).join(':')}::/48`
}
