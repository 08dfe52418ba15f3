import { describe, expect, test } from 'vitest'
import { chatHref, pieces, webHref } from './safe-links.ts'

describe('the answer of a web field becomes a link', () => {
  test.each([
    ['https://tamarind.example/a?b=1', 'https://tamarind.example/a?b=1'],
    ['www.tamarind.example', 'https://www.tamarind.example/'],
    ['\u202ahttps://tamarind.example/p\u202c', 'https://tamarind.example/p'],
    [' tamarind.example:8080/x ', 'https://tamarind.example:8080/x'],
    ['HTTP://tamarind.example', 'http://tamarind.example/'],
  ])('%s', (text, href) => expect(webHref(text)).toBe(href))

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT://tamarind.example/%0aalert(1)',
    'data:text/html,x',
    'none yet',
    '',
    'localhost',
    'file:///etc/passwd',
  ])('but not %s', (text) => expect(webHref(text)).toBeUndefined())
})

test('URLs in prose are links, without the full stop after them', () => {
  expect(pieces('See https://a.example/x. And (http://b.example)!')).toEqual([
    { text: 'See ' },
    { text: 'https://a.example/x', href: 'https://a.example/x' },
    { text: '. And (' },
    { text: 'http://b.example', href: 'http://b.example/' },
    { text: ')!' },
  ])
  const link = { text: 'https://a.example/x', href: 'https://a.example/x' }
  for (const sign of ['\u202c', '\u2069', '\u200b', '\u200e', '\ufeff', '\u200d.\u2060'])
    expect(pieces(`\u202ahttps://a.example/x${sign}`)).toEqual([{ text: '\u202a' }, link, { text: sign }])
  expect(pieces('no address')).toEqual([{ text: 'no address' }])
  expect(pieces('')).toEqual([])
})

test.each([
  ['+91 98400 12345', 'https://wa.me/919840012345'],
  ['0044 (20) 7946-0958', 'https://wa.me/442079460958'],
  ['98400 12345', undefined],
  ['+91 98400 12345 / +91 98400 54321', undefined],
  ['+91 98400 12345 in the evening', undefined],
  ['+12', undefined],
])('leads from %j to a chat', (text, href) => {
  expect(chatHref(text)).toBe(href)
})
