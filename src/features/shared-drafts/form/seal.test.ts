import { expect, test } from 'vitest'
import { isSecret, keysOf, newSecret, seal, unseal } from './seal.ts'

test('only the secret of the link decrypts a draft, at its id and revision', async () => {
  const secret = newSecret()
  expect(isSecret(secret)).toBe(true)
  const keys = await keysOf(secret)
  const sealed = await seal(keys, 7, { pitch: 'கோலம் 🌾' })
  expect(await unseal(await keysOf(secret), 7, sealed)).toEqual({ pitch: 'கோலம் 🌾' })
  expect((await keysOf(secret)).id).toBe(keys.id)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('pitch')
  expect(await seal(keys, 7, { pitch: 'கோலம் 🌾' })).not.toBe(sealed)
  await expect(keysOf(newSecret()).then((otherKeys) => unseal(otherKeys, 7, sealed))).rejects.toThrow()
  for (const revision of [6, 8]) await expect(unseal(keys, revision, sealed)).rejects.toThrow()
  await expect(unseal({ ...keys, id: 'other' }, 7, sealed)).rejects.toThrow()
  const changed = `${sealed.slice(0, -2)}${sealed.endsWith('A') ? 'B' : 'A'}A`
  await expect(unseal(keys, 7, changed)).rejects.toThrow()
})

test.each(['', 'short', `${'a'.repeat(43)}=`, `${'a'.repeat(42)}/`, 'a'.repeat(44)])('%j is not a valid secret', (text) => {
  expect(isSecret(text)).toBe(false)
})
