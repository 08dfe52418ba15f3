import { expect, it } from 'vitest'
import { searchable, words } from './fold.ts'
import { parseSearch } from './query.ts'

it.each([
  ['priya raman', { words: ['priya'], prefix: 'raman', literals: [] }],
  ['Priya@X.example', { words: ['priya', 'x', '\ue040', '\ue02e'], prefix: 'example', literals: ['priya@x.example'] }],
  ['100%', { words: ['100', '\ue025'], prefix: undefined, literals: ['100%'] }],
  ['%', { words: ['\ue025'], prefix: undefined, literals: [] }],
  ['%%', { words: ['\ue025'], prefix: undefined, literals: ['%%'] }],
  ['"quoted", (word).', { words: ['quoted'], prefix: 'word', literals: [] }],
  ['"Water meter"', { words: ['water', 'meter'], prefix: undefined, literals: ['water meter'] }],
  ['“water”', { words: ['water'], prefix: undefined, literals: [] }],
  ['"water meter', { words: ['water'], prefix: 'meter', literals: [] }],
  ['" "', { words: ['\ue022'], prefix: undefined, literals: [] }],
  ['"', { words: ['\ue022'], prefix: undefined, literals: [] }],
  ['a b a', { words: ['a', 'b'], prefix: 'a', literals: [] }],
  [' \0\ud800\u200b ', undefined],
])('reads %j', (typed, query) => {
  expect(parseSearch(typed)).toEqual(query)
})

it('folds case, marks, widths and quotes, and adds terms for punctuation at the end', () => {
  const text = searchable(['ÁÉ ﬁ Ｗide', 'Straße ΟΔΟΣ', 'it’s “x”\tதமிழ்'])
  expect(text).toBe('ae fi wide strasse οδοσ it\'s "x" தமிழ் \ue027 \ue022 its')
  expect(words(text)).toEqual(['ae', 'fi', 'wide', 'strasse', 'οδοσ', 'it', 's', 'x', 'தமிழ்', '\ue027', '\ue022', 'its'])
})

it('adds words with an apostrophe once more without it', () => {
  expect(searchable(["O’Brien (D'Souza), 'quoted' obrien’s", "rock 'n' roll"])).toBe(
    "o'brien (d'souza), 'quoted' obrien's rock 'n' roll \ue027 \ue028 \ue029 \ue02c dsouza obriens",
  )
})

it('splits overlong words', () => {
  expect(words(searchable(['x'.repeat(250)])).map((word) => word.length)).toEqual([100, 100, 50])
})
