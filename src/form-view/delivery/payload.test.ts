import { expect, test } from 'vitest'
import { fingerprint } from './payload.ts'

const resume = (name: string, content: string) => new File([content], name, { lastModified: 1 })

test('equal answers have equal fingerprints', () => {
  expect(fingerprint({ a: 'கோலம்', b: 'x' })).toBe(fingerprint({ a: 'கோலம்', b: 'x' }))
  expect(fingerprint({ r: resume('a.pdf', 'xx') })).toBe(fingerprint({ r: resume('a.pdf', 'xx') }))
})

test.each([
  [{ a: 'x' }, { a: 'y' }],
  [
    { a: 'x', b: '' },
    { a: '', b: 'x' },
  ],
  [{ r: resume('a.pdf', 'xx') }, { r: resume('b.pdf', 'xx') }],
  [{ r: resume('a.pdf', 'xx') }, { r: resume('a.pdf', 'xxx') }],
])('different answers have different fingerprints: %#', (answers, other) => {
  expect(fingerprint(answers)).not.toBe(fingerprint(other))
})
