import { expect, it } from 'vitest'
import { limitKey } from '../networks.ts'
import { clientAddress } from './request.ts'

it.each([
  '203.0.113.32',
  '::ffff:203.0.113.32',
  '::FFFF:cb00:7120',
  '0:0:0:0:0:ffff:203.0.113.32',
  '0000:0000:0000:0000:0000:ffff:cb00:7120',
  '[::ffff:cb00:7120]:4711',
  '203.0.113.32:4711',
])('%s is the client 203.0.113.32, from the socket and behind a proxy', (spelling) => {
  expect(clientAddress(spelling, undefined, 0)).toBe('203.0.113.32')
  expect(clientAddress('10.0.0.1', spelling, 1)).toBe('203.0.113.32')
})

it('other IPv6 addresses stay, and two clients in the mapped form have a limit each', () => {
  for (const address of ['2001:db8::1', 'fe80::1%eth0', '::1', '64:ff9b::cb00:7120'])
    expect(clientAddress(address, undefined, 0)).toBe(address)
  const keys = ['::ffff:cb00:7120', '::ffff:cb00:7121'].map((address) => limitKey(clientAddress(address, undefined, 0)))
  expect(new Set(keys).size).toBe(2)
})
