import { expect, it } from 'vitest'
import { searchable, words } from './fold.ts'
import { parseSearch } from './query.ts'

it.each([
  ['priya raman', { whole: ['priya'], beginning: 'raman', literal: [] }],
  ['Priya@X.example', { whole: ['priya', 'x', '\ue040', '\ue02e'], beginning: 'example', literal: ['priya@x.example'] }],
  ['100%', { whole: ['100', '\ue025'], beginning: undefined, literal: ['100%'] }],
  ['%', { whole: ['\ue025'], beginning: undefined, literal: [] }],
  ['%%', { whole: ['\ue025'], beginning: undefined, literal: ['%%'] }],
  ['"quoted", (word).', { whole: ['quoted'], beginning: 'word', literal: [] }],
  ['"Water meter"', { whole: ['water', 'meter'], beginning: undefined, literal: ['water meter'] }],
  ['“water”', { whole: ['water'], beginning: undefined, literal: [] }],
  ['"water meter', { whole: ['water'], beginning: 'meter', literal: [] }],
  ['" "', { whole: ['\ue022'], beginning: undefined, literal: [] }],
  ['"', { whole: ['\ue022'], beginning: undefined, literal: [] }],
  ['a b a', { whole: ['a', 'b'], beginning: 'a', literal: [] }],
  [' \0\ud800\u200b ', undefined],
])('reads %j', (typed, query) => {
  expect(parseSearch(typed)).toEqual(query)
})

it('folds case, marks, widths and quotes, splits at signs, and lists the signs at the end', () => {
  const text = searchable(['ÁÉ ﬁ Ｗide', 'Straße ΟΔΟΣ', 'it’s “x”\tதமிழ்'])
  expect(text).toBe('ae fi wide strasse οδοσ it\'s "x" தமிழ் \ue027 \ue022')
  expect(words(text)).toEqual(['ae', 'fi', 'wide', 'strasse', 'οδοσ', 'it', 's', 'x', 'தமிழ்', '\ue027', '\ue022'])
})

it('breaks what is longer than any word', () => {
  expect(words(searchable(['x'.repeat(250)])).map((word) => word.length)).toEqual([100, 100, 50])
})
