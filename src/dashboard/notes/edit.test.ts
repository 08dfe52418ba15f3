import { expect, test } from 'vitest'
import { follow, merged } from './edit.ts'

const base = { notes: 'Strong team.', revision: 3 }
const theirs = { notes: 'Weak market.', revision: 4 }

test.each([
  ['takes the other notes when nothing is typed', base.notes, theirs, { text: theirs.notes, base: theirs }],
  [
    'keeps what is typed over the same notes',
    'Typed',
    { ...base, revision: 5 },
    { text: 'Typed', base: { ...base, revision: 5 } },
  ],
  ['keeps what was saved and is read again', theirs.notes, theirs, { text: theirs.notes, base: theirs }],
  ['keeps what continues the other notes', 'Weak market. Ask.', theirs, { text: 'Weak market. Ask.', base: theirs }],
  ['shows both when one would be lost', 'Typed', theirs, { text: 'Typed', base, theirs }],
  [
    'shows that the others were cleared',
    'Typed',
    { notes: '', revision: 4 },
    { text: 'Typed', base, theirs: { notes: '', revision: 4 } },
  ],
  ['ignores an older response', 'Typed', { notes: '', revision: 2 }, { text: 'Typed', base }],
])('the edit %s', (_, text, server, expected) => {
  expect(follow({ text, base }, server)).toEqual(expected)
})

test.each([
  ['', 'A', 'B', 'A\n\nB'],
  ['Base.', 'Base. A', 'Base. B', 'Base. A\nB'],
  ['', 'A and B', 'B', 'A and B'],
  ['', 'B', 'A and B', 'A and B'],
])('merges over %j %j and %j', (common, other, own, expected) => {
  expect(merged(common, other, own)).toBe(expected)
})
