import { expect, test } from 'vitest'
import { checkedName } from './compose.ts'

test.each([
  ['Nila Raman', 'Nila Raman'],
  ['  Nila   Raman ', 'Nila Raman'],
  ["Siobhán O'Brien-Nair", "Siobhán O'Brien-Nair"],
  ['D’Souza', 'D’Souza'],
  ['S.R. Kumar', 'S. R. Kumar'],
  ['A.P.J.Abdul', 'A. P. J. Abdul'],
  ['Prof. Nila Raman', 'Prof. Nila Raman'],
  ['நிலா ராமன்', 'நிலா ராமன்'],
  ['निला रमण', 'निला रमण'],
  ['ക്\u200dഷ', 'ക്\u200dഷ'],
  ['李小龍', '李小龍'],
])('%j is a name, repeated as %j', (name, repeated) => expect(checkedName(name)).toBe(repeated))

test.each([
  '',
  ' ',
  '.',
  'You won! Go',
  'phish.example/0',
  'visit evil.com',
  'visit evil.com now',
  'bit.ly',
  'Call 98400 00000',
  'http://phish.example',
  'a@b.example',
  'Nila\r\nBcc: victim@example.org',
  'Nila\u2028Raman',
  '<b>Nila</b>',
  '{bookingUrl}',
  'Nila\u202enamaR',
  '\u200bNila',
  'Nila, Kabir',
  'N'.repeat(61),
])('%j is not repeated', (name) => expect(checkedName(name)).toBeUndefined())
