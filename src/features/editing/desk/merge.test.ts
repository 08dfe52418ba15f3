import { describe, expect, it } from 'vitest'
import { followed, mergeValues } from './merge.ts'

const question = (name: string, answer = `About ${name}`) => ({ name, question: `${name}?`, answer })
const [a, b, c] = [question('a'), question('b'), question('c')]

describe('the changes of two windows', () => {
  it('are in one value, and a field that both changed is named', () => {
    const base = { title: 'A', text: 'B', photo: { alt: 'C' } }
    expect(mergeValues(base, { ...base, title: 'ours' }, { ...base, photo: { alt: 'theirs' } })).toEqual({
      value: { title: 'ours', text: 'B', photo: { alt: 'theirs' } },
      collisions: [],
    })
    expect(mergeValues(base, { ...base, title: 'ours' }, { ...base, title: 'theirs', text: 'theirs' })).toEqual({
      value: { title: 'ours', text: 'theirs', photo: { alt: 'C' } },
      collisions: [{ field: ['title'], ours: 'ours', theirs: 'theirs' }],
    })
  })

  it('do not differ in the order of keys', () => {
    expect(mergeValues({ x: 1, y: 2 }, { x: 1, y: 3 }, { y: 2, x: 1 })).toEqual({ value: { x: 1, y: 3 }, collisions: [] })
    expect(mergeValues({ x: 1, y: 2 }, { x: 1, y: 3 }, { y: 3, x: 1 }).collisions).toEqual([])
  })

  it('follow an entry that one window moves while the other edits it', () => {
    const edited = { ...a, answer: 'Better' }
    expect(mergeValues([a, b, c], [b, a, c], [edited, b, c])).toEqual({ value: [b, edited, c], collisions: [] })
    expect(mergeValues([a, b, c], [edited, b, c], [c, a, b])).toEqual({ value: [c, edited, b], collisions: [] })
    // Also where the field is the same in both entries.
    const [first, second] = [question('one', 'Yes'), question('two', 'Yes')]
    expect(mergeValues([first, second], [second, first], [{ ...first, answer: 'No' }, second])).toEqual({
      value: [second, { ...first, answer: 'No' }],
      collisions: [],
    })
    // Moved and edited by one, edited by the other.
    expect(mergeValues([a, b], [b, { ...a, question: 'A' }], [edited, b])).toEqual({
      value: [b, { ...edited, question: 'A' }],
      collisions: [],
    })
  })

  it('keep what one window adds and remove what it removes, beside edits of the other', () => {
    const edited = { ...c, answer: 'Better' }
    expect(mergeValues([a, b, c], [a, b, c, question('d')], [a, b, edited])).toEqual({
      value: [a, b, edited, question('d')],
      collisions: [],
    })
    expect(mergeValues([a, b, c], [a, b, edited], [b, c])).toEqual({ value: [b, edited], collisions: [] })
    expect(mergeValues([a, b, c], [b, c, question('d')], [a, b, edited])).toEqual({
      value: [b, edited, question('d')],
      collisions: [],
    })
  })

  it('are named at the place of the entry in the merged list', () => {
    const [ours, theirs] = [
      { ...a, answer: 'Ours' },
      { ...a, answer: 'Theirs' },
    ]
    expect(mergeValues([a, b], [b, ours], [theirs, b])).toEqual({
      value: [b, ours],
      collisions: [{ field: [1, 'answer'], ours: 'Ours', theirs: 'Theirs' }],
    })
  })

  it('are left to choose where lists cannot be put together with certainty', () => {
    const edited = { ...a, answer: 'Better' }
    for (const [ours, theirs] of [
      // Both move or add, or one edits what the other removes.
      [
        [b, a, c],
        [c, a, b],
      ],
      [
        [a, b, c, question('d')],
        [a, b, c, question('e')],
      ],
      [
        [b, c],
        [edited, b, c],
      ],
      [
        [edited, b, c],
        [b, c],
      ],
    ])
      expect(mergeValues([a, b, c], ours, theirs)).toEqual({ value: ours, collisions: [{ field: [], ours, theirs }] })
  })

  it('of texts in a list are those of their place', () => {
    expect(mergeValues(['x', 'y', 'z'], ['X', 'y', 'z'], ['x', 'y', 'Z'])).toEqual({ value: ['X', 'y', 'Z'], collisions: [] })
    expect(mergeValues(['x', 'y'], ['y', 'x'], ['x', 'Y'])).toEqual({ value: ['Y', 'x'], collisions: [] })
    expect(mergeValues(['x', 'x'], ['x', 'x', 'y'], ['x', 'X'])).toEqual({ value: ['x', 'X', 'y'], collisions: [] })
  })
})

it('follows a field through lists that were changed', () => {
  const before = { items: [a, b, c] }
  const at = (items: unknown) => followed(['items', 1, 'answer'], before, { items })
  expect(at([b, a, c])).toEqual(['items', 0, 'answer'])
  expect(at([a, { ...b, answer: 'typed' }, c])).toEqual(['items', 1, 'answer'])
  expect(at([question('new'), a, b, c])).toEqual(['items', 2, 'answer'])
  expect(at([a, c])).toBeUndefined()
  expect(followed(['items'], before, before)).toEqual(['items'])
})
