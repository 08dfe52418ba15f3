import { expect, test } from 'vitest'
import { print } from './fingerprint.ts'

const resume = (name: string, content: string) => new File([content], name, { lastModified: 1 })

test('equal answers have equal prints', () => {
  expect(print({ a: 'கோலம்', b: 'x' })).toBe(print({ a: 'கோலம்', b: 'x' }))
  expect(print({ r: resume('a.pdf', 'xx') })).toBe(print({ r: resume('a.pdf', 'xx') }))
})

test.each([
  [{ a: 'x' }, { a: 'y' }],
  [
    { a: 'x', b: '' },
    { a: '', b: 'x' },
  ],
  [{ r: resume('a.pdf', 'xx') }, { r: resume('b.pdf', 'xx') }],
  [{ r: resume('a.pdf', 'xx') }, { r: resume('a.pdf', 'xxx') }],
])('other answers have another one: %#', (one, other) => {
  expect(print(one)).not.toBe(print(other))
})
