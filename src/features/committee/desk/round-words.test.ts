import { expect, it } from 'vitest'
import { peopleIn } from './round-words.ts'

it.each([
  ['Meera Iyer, meera@reader.example', [{ name: 'Meera Iyer', email: 'meera@reader.example' }]],
  ['Meera Iyer <meera@reader.example>', [{ name: 'Meera Iyer', email: 'meera@reader.example' }]],
  ['meera@reader.example Meera', [{ name: 'Meera', email: 'meera@reader.example' }]],
  ['meera@reader.example', [{ name: 'meera@reader.example', email: 'meera@reader.example' }]],
  [
    '\nRavi\n\nJ.R. Das',
    [
      { name: 'Ravi', email: '' },
      { name: 'J.R. Das', email: '' },
    ],
  ],
])('people are read: %j', (text, value) => expect(peopleIn(text)).toEqual({ ok: true, value }))

it.each([
  'broken, not-an-address',
  'Meera Iyer, meera@reader',
  'Meera Iyer, meera.reader.example',
  'Meera meera.reader.example',
  'meera.reader.example',
  'Meera <meera at reader.example>',
  'Meera, meera@reader.example, ravi@reader.example',
  'Meera, @reader.example',
])('what is no address becomes no part of a name: %s', (line) =>
  expect(peopleIn(`Ravi\n ${line} \nKavin`)).toEqual({ ok: false, fault: line }),
)
