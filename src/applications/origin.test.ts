import { describe, expect, it } from 'vitest'
import { readOrigin, touchOf } from './origin.ts'

const first = { page: '/startup-studio', referrer: 'news.example', source: 'letter', medium: 'mail', campaign: 'cohort-6' }

describe('readOrigin', () => {
  it('parses an object, or the same as JSON text', () => {
    const raw = { first, last: { page: '/' } }
    expect(readOrigin(raw)).toEqual(raw)
    expect(readOrigin(JSON.stringify(raw))).toEqual(raw)
    expect(readOrigin({ last: first })).toEqual({ last: first })
  })

  it.each([
    undefined,
    null,
    '',
    'first',
    '{"first":',
    '[]',
    7,
    [],
    {},
    { first: 'x', last: [] },
    { first: {} },
    { first: { page: 7 } },
  ])('returns null for %j', (raw) => {
    expect(readOrigin(raw)).toBeNull()
  })

  it('keeps only the path of a page and the host of a referrer', () => {
    const raw = { first: { page: '/a?token=1#x', referrer: 'News.example:8080', source: 's', secret: 'x' }, more: 1 }
    expect(readOrigin(raw)).toEqual({ first: { page: '/a', referrer: 'news.example:8080', source: 's' } })
    expect(readOrigin({ first: { page: 'javascript:x', referrer: 'https://news.example/path?q=1', source: 's' } })).toEqual({
      first: { source: 's' },
    })
  })

  it('removes control and bidirectional characters, and cuts between characters', () => {
    expect(readOrigin({ first: { source: ' a\0b\nc\u202ed\u2028e ' } })).toEqual({ first: { source: 'a b c d e' } })
    expect(readOrigin({ first: { source: '🌾'.repeat(500) } })).toEqual({ first: { source: '🌾'.repeat(120) } })
    expect(readOrigin({ first: { source: 'x\ud800' } })?.first?.source).toBe('x\ufffd')
    expect(readOrigin({ first: { source: 'x'.repeat(10_000), page: '/' } })).toEqual({ first: { page: '/' } })
    expect(readOrigin(JSON.stringify({ first, padding: 'x'.repeat(4_000) }))).toBeNull()
  })
})

describe('touchOf', () => {
  it('has the path and the UTM parameters of a URL, and no other parameters', () => {
    expect(
      touchOf('https://kolam.example/accelerator?utm_source=letter&utm_medium=mail&utm_term=%00&email=a%40b.in#form'),
    ).toEqual({
      page: '/accelerator',
      source: 'letter',
      medium: 'mail',
    })
  })

  it('is null for an invalid URL', () => {
    expect(touchOf('not an address')).toBeNull()
  })
})
