import { domainToASCII, domainToUnicode } from 'node:url'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { machineAddress, mailboxKey, readableAddress } from './mailbox.ts'

it.each([
  [
    'jose@xn--bcher-kva.example',
    ['jose@bücher.example', 'jose@bu\u0308cher.example', ' JOSE@BÜCHER.example', 'mailto:jose@XN--BCHER-KVA.example'],
  ],
  ['josé@example.in', ['jose\u0301@EXAMPLE.in', 'JOSÉ@example.in', '\u202aJosé@example.in\u202c']],
  ['nila@example.in', ['Nila@Example.IN', 'nila@example。in', 'nila＠ｅｘａｍｐｌｅ.in']],
  ['a b', ['A B ']],
])('%s is the key of every spelling', (key, spellings) => {
  expect(spellings.map(mailboxKey)).toEqual(spellings.map(() => key))
  expect(mailboxKey(key)).toBe(key)
})

it('every domain that the platform converts is shown with its own letters', { tags: ['random'] }, () => {
  const label = fc.string({ unit: fc.constantFrom(...'abz019üßñகோலம்भारत例子🌱'), minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(label, (text) => {
      const machine = domainToASCII(`${text}.example`)
      fc.pre(machine !== '')
      expect(readableAddress(`a@${machine}`)).toBe(`a@${domainToUnicode(machine)}`)
    }),
  )
})

it('different mailboxes have different keys', () => {
  const different = [
    'a@fass.example',
    'a@faß.example',
    'a@bucher.example',
    'a@bücher.example',
    'á@bücher.example',
    'a@b%2ec.in',
    'a@b.c.in',
  ]
  expect(new Set(different.map(mailboxKey)).size).toBe(different.length)
})

it('mail goes to the form of the domain for machines, people see its own letters', () => {
  expect(machineAddress('asha@கோலம்.இந்தியா')).toBe('asha@xn--clc4cl3hm.xn--xkc2dl3a5ee0h')
  expect(readableAddress('asha@xn--clc4cl3hm.xn--xkc2dl3a5ee0h')).toBe('asha@கோலம்.இந்தியா')
  expect([machineAddress('a@b c.இ'), machineAddress('a')]).toEqual([undefined, undefined])
})
