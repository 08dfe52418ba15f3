import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEmail } from '../../shared/mailbox.ts'
import { email, invalidEmail } from './email.ts'

const field = email()

describe('email', () => {
  it.each([
    'a@b.in',
    'kavya.r+kolam@mail.example.in',
    "o'neil@example.co.in",
    '“தமிழ்”@example.in',
    'x@உதாரணம்.example',
    'UPPER@EXAMPLE.IN',
    '1@2.3',
    'try..this@docomo.example',
    'a@b--c.example',
    `a@${'b'.repeat(63)}.org`,
    'a@l·l.example',
    'a@テスト・例.example',
    'a@i❤.example',
  ])('accepts %s', (address) => {
    expect(field.parse(address)).toEqual({ ok: true, value: address })
  })

  it.each([
    'plain',
    '@example.in',
    'a@',
    'a@b',
    'a@b.',
    'a@.in',
    'a@b..in',
    'a@@b.in',
    'a b@c.in',
    'a@b.in,c@d.in',
    'a@b.in;c@d.in',
    'A <a@b.in>',
    'a@b.in\nBcc: c@d.in',
    'a@\u0301.in',
    'a@b%2e.கோலம்',
    `${'a'.repeat(250)}@b.in`,
    // A domain has letters, digits and hyphens.
    ...[
      "org'",
      'org/',
      'org?subject=Looms',
      'org#a',
      'org!',
      'org*',
      'org|',
      'o_rg',
      'org”',
      'org’',
      'org»',
      'org…',
      'org.',
      'org,',
      'org"',
      'org)',
    ].map((tail) => `asha@example.${tail}`),
    "'asha@example.org'",
    '<asha@example.org>',
    '(asha@example.org)',
    'a@-example.org',
    'a@example-.org',
    'a@example.-org',
    'a@கோலம்_.example',
    `a@${'b'.repeat(64)}.org`,
    `a@${'கோலம்'.repeat(14)}.org`,
  ])('refuses %j', (address) => {
    expect(field.parse(address)).toEqual({ ok: false, fault: invalidEmail })
  })

  it.each([
    ['\u202aasha.paste@example.in\u202c', 'asha.paste@example.in'],
    ['asha.paste@exam\u00adple.in', 'asha.paste@example.in'],
    ['\ufeffasha.paste@example.in\u00a0', 'asha.paste@example.in'],
    ['a\u200d\u200b\u200e\u2060@\u2066example.in', 'a@example.in'],
    ['mailto:asha.paste@example.in', 'asha.paste@example.in'],
    ['mailto:asha@example.in?subject=Looms&body=a@b.example', 'asha@example.in'],
    ['Mailto: asha\uff20example\u3002in', 'asha@example.in'],
    ['jose@xn--bcher-kva.example', 'jose@bücher.example'],
    ['jose@bu\u0308cher.example', 'jose@bücher.example'],
    ['JOSE@BÜCHER.example', 'JOSE@bücher.example'],
    ['asha@xn--clc4cl3hm.xn--h2brj9c', 'asha@கோலம்.भारत'],
    // No domain has these letters as its own.
    ['a@xn--a.in', 'a@xn--a.in'],
  ])('cleans %j', (typed, stored) => expect(field.parse(typed)).toEqual({ ok: true, value: stored }))

  it('has the message from the specification', () => {
    expect(invalidEmail).toBe('Please enter a valid email address')
  })

  it('ignores space around an address, and treats blank as empty', () => {
    expect(field.parse('  a@b.in\n')).toEqual({ ok: true, value: 'a@b.in' })
    expect(field.parse('   ')).toEqual({ ok: true, value: '' })
    expect(field.isBlank('   ')).toBe(true)
  })

  it('refuses a list of addresses', () => {
    expect(field.parse(['a@b.in', 'c@d.in'])).toEqual({ ok: false, fault: 'Email must be text' })
  })

  it('accepts addresses by the usual rules, but not quoted names', { tags: ['random'] }, () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        expect(isEmail(address)).toBe(true)
      }),
    )
  })

  it('parses hostile text quickly', () => {
    const began = performance.now()
    for (const text of ['a@'.repeat(10_000), `a@${'a.'.repeat(10_000)}`, `${'a'.repeat(20_000)}@`])
      expect(field.parse(text).ok).toBe(false)
    expect(performance.now() - began).toBeLessThan(500)
  })
})
