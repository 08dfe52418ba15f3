import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countCharacters } from '../../shared/characters.ts'
import { tel, text, textarea, url } from './text.ts'

const kinds = { text: text('Answer'), textarea: textarea('Answer'), tel: tel('Answer'), url: url('Answer') }

describe.each(Object.entries(kinds))('%s', (kind, field) => {
  it('is of its kind, and required by default', () => {
    expect(field.kind).toBe(kind)
    expect(field.required).toBe(true)
  })

  it('does not change the text', () => {
    for (const text of ['www.kurinji.example', '+91 98400 00000', 'வணக்கம் 🙏🏽', '<b>&amp;', '=1+1', 'one\r\ntwo'])
      expect(field.parse(text)).toEqual({ ok: true, value: text })
  })

  it('treats a missing value as a blank answer, and a number as its digits', () => {
    for (const nothing of [undefined, null, '']) expect(field.parse(nothing)).toEqual({ ok: true, value: '' })
    expect(field.parse(919840000000)).toEqual({ ok: true, value: '919840000000' })
  })

  it('refuses a value that is not a text, and does not convert it', () => {
    for (const raw of [{}, { toString: () => 'x' }, ['a'], [], true, false, () => 'x', Symbol('x'), 1n])
      expect(field.parse(raw)).toEqual({ ok: false, fault: 'Answer must be text' })
  })

  it('refuses what a database cannot store', () => {
    for (const raw of ['a\0b', 'half \ud83d', '\udc00'])
      expect(field.parse(raw)).toEqual({ ok: false, fault: 'Answer contains a character that cannot be stored' })
  })

  it('knows when it is blank', () => {
    expect([' \n\t', '', '.'].map((value) => field.isBlank(value))).toEqual([true, true, false])
  })

  it('parses any text that it writes', { tags: ['random'] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 50 }), (text) => {
        const read = field.parse(text)
        if (!read.ok) throw new Error(read.fault)
        expect(field.parse(read.value)).toEqual(read)
        expect([field.format(read.value), field.wire(read.value)]).toEqual([read.value, read.value])
      }),
    )
  })

  it('parses any value without throwing', { tags: ['random'] }, () => {
    fc.assert(
      fc.property(fc.anything(), (raw) => {
        const read = field.parse(raw)
        if (read.ok) expect(typeof read.value).toBe('string')
        else expect(read.fault).toMatch(/^Answer /)
      }),
    )
  })
})

describe('the limit', () => {
  const short = text('Motto', { limit: 5 })

  it('is inclusive; the message has the count', () => {
    expect(short.parse('12345').ok).toBe(true)
    expect(short.parse('123456')).toEqual({ ok: false, fault: 'Motto can have 5 characters at most; this has 6' })
    expect(textarea('Story').parse('x'.repeat(20_001))).toEqual({
      ok: false,
      fault: 'Story can have 20,000 characters at most; this has 20,001',
    })
  })

  it('counts an emoji of one code point once, and a line break once in any encoding', () => {
    expect(short.parse('🌱🌱🌱🌱🌱').ok).toBe(true)
    expect(short.parse('🌱🌱🌱🌱🌱🌱').ok).toBe(false)
    expect(short.parse('a\r\nb\r\nc').ok).toBe(true)
    expect(['a\r\nb', 'a\nb', 'a\rb', '', '👩‍🌾', 'நான்'].map(countCharacters)).toEqual([3, 3, 3, 0, 3, 4])
  })

  it('counts the same before and after a browser converts line breaks', { tags: ['random'] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '🌱', 'ந') }), (text) => {
        expect(countCharacters(text.replaceAll('\n', '\r\n'))).toBe([...text].length)
      }),
    )
  })

  it('accepts 10,000 characters of Tamil in a textarea', () => {
    expect(textarea('Story').parse('ந'.repeat(10_000)).ok).toBe(true)
  })
})

describe('what is pasted', () => {
  const name = text('Name')
  const clean = (kind: typeof name, typed: string) => kind.parse(typed)

  it.each([
    [tel(), '\u202a+91\u00a098400-12345\u202c', '+91 98400-12345'],
    [url(), '\u202ahttps://example.in/p\u202c', 'https://example.in/p'],
    [url(), ' https://exam\u00adple.in/\u200b ', 'https://example.in/'],
    [name, 'Nila\u00a0Raman\u200b', 'Nila Raman'],
    [name, '\u2067Nila\u2069\ufeff\u2060', 'Nila'],
    [name, 'A\u200dB\u200cC', 'ABC'],
    // Joiners of Indic scripts and of emoji.
    [name, 'രാമന്\u200d', 'രാമന്\u200d'],
    [name, 'ක්\u200dරිස්ටි', 'ක්\u200dරිස්ටි'],
    [name, 'श्रीमान्\u200cको', 'श्रीमान्\u200cको'],
    [name, '👩🏽\u200d🌾 ❤️\u200d🔥', '👩🏽\u200d🌾 ❤️\u200d🔥'],
  ])('%# is stored without invisible signs', (kind, typed, stored) =>
    expect(clean(kind, typed)).toEqual({ ok: true, value: stored }),
  )

  it('stays as it is in prose', () =>
    expect(textarea('Story').parse(' a\u200bb\u00a0 ')).toEqual({ ok: true, value: ' a\u200bb\u00a0 ' }))
})

describe('url', () => {
  it('keeps its input mode if more attributes are given', () => {
    expect(url('Website', { input: { type: 'url' } }).input).toEqual({ autocomplete: 'url', inputMode: 'url', type: 'url' })
  })
})
