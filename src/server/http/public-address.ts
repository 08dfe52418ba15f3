import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** The networks that are not of the public internet: this machine, private and shared networks, link-local, tests, documents, tunnels, multicast, reserved. */
const notPublic = new BlockList()
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/3', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]) {
  const [address = '', bits] = network.split('/')
  notPublic.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
const public6 = new BlockList()
public6.addSubnet('2000::', 3, 'ipv6')
const thisMachine = new BlockList()
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4')
thisMachine.addAddress('::1', 'ipv6')

/** An address that is refused, in words for the admin. */
class RefusedAddress extends Error {}

/**
 * Refuses addresses that are not of the public internet: a program at an address that was typed could otherwise reach what only this machine or its network sees.
 * @param isTrial whether the site itself is on this machine: then so may be what it calls
 */
function refuse(host: string, address: string, isTrial: boolean): void {
  const kind = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  const isPublic = !notPublic.check(address, kind) && (kind === 'ipv4' || public6.check(address, kind))
  if (isPublic || (isTrial && thisMachine.check(address, kind))) return
  const named = host === address ? address : `${host} is ${address}, which`
  throw new RefusedAddress(`${named} is not an address of the public internet. No other is called.`)
}

const isOfThisMachine = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Whether the site itself is on this machine. */
export const isTrialSite = (publicUrl: string): boolean => isOfThisMachine(new URL(publicUrl).hostname)

/** Why an address that was typed is not called; undefined when it can. What its name leads to is checked at each call. */
export function addressFault(url: string, isTrial: boolean): string | undefined {
  if (!URL.canParse(url) || url.length > 500) return 'Enter an address that begins with https://'
  const { protocol, hostname, username, password } = new URL(url)
  if (protocol !== 'https:' && !(isTrial && protocol === 'http:' && isOfThisMachine(hostname)))
    return 'Enter an address that begins with https://'
  if (username !== '' || password !== '') return 'Enter the address without a user name and password'
  const literal = hostname.replace(/^\[|\]$/g, '')
  try {
    if (isIP(literal) !== 0) refuse(literal, literal, isTrial)
  } catch (error) {
    return (error as Error).message
  }
  return undefined
}

/** Looks a name up, and refuses it if one of its addresses is not public: the connection goes to what was checked. */
export const guardedLookup =
  (isTrial: boolean): LookupFunction =>
  (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, [])
      try {
        for (const { address } of addresses) refuse(host, address, isTrial)
      } catch (refused) {
        return done(refused as Error, [])
      }
      const [first] = addresses
      return options.all === true || first === undefined ? done(null, addresses) : done(null, first.address, first.family)
    })
