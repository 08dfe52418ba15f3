import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { multiselect } from './multiselect.ts'
import { named, options, radio, select } from './select.ts'

const stages = options({ idea: 'Idea', mvp: 'Product in use', '10+': 'Ten or more' })

describe.each([
  ['select', select('Stage', stages)],
  ['radio', radio('Stage', stages)],
] as const)('%s', (kind, field) => {
  it('accepts its options, and shows their labels', () => {
    expect(field.kind).toBe(kind)
    for (const { value, label } of stages) {
      expect(field.parse(value)).toEqual({ ok: true, value })
      expect([field.format(value), field.wire(value)]).toEqual([label, value])
    }
  })

  it('treats a missing value as a blank answer', () => {
    for (const nothing of [undefined, null, '']) expect(field.parse(nothing)).toEqual({ ok: true, value: '' })
    expect([field.isBlank(''), field.isBlank('idea')]).toEqual([true, false])
  })

  it('refuses everything else, including labels and near misses', () => {
    for (const raw of ['Idea', 'IDEA', ' idea', 'idea,mvp', ['idea'], { value: 'idea' }, true, 10, 'toString', '__proto__'])
      expect(field.parse(raw)).toEqual({ ok: false, fault: 'Stage must be one of the options offered' })
  })

  it('shows a removed option as it is stored', () => {
    expect(field.format('gone')).toBe('gone')
  })
})

describe('select', () => {
  it('accepts a number for an option with these digits', () => {
    expect(select('Year', named('2024', '2025')).parse(2025)).toEqual({ ok: true, value: '2025' })
    expect(select('Year', named('2024', '2025')).parse(2026).ok).toBe(false)
  })
})

describe('multiselect', () => {
  const offered = ['FinTech Solutions', 'E-commerce & Retail', 'Other'] as const
  const field = multiselect('Interests', named(...offered))

  it('parses a list, one text, and repeated fields in the same way', () => {
    const value = ['Other', 'FinTech Solutions']
    for (const raw of [
      value,
      'Other, FinTech Solutions',
      'Other,FinTech Solutions',
      ['Other, FinTech Solutions'],
      [...value, 'Other', ''],
    ])
      expect(field.parse(raw)).toEqual({ ok: true, value })
  })

  it('treats a missing value as no choice', () => {
    for (const nothing of [undefined, null, '', [], [''], ', ,']) expect(field.parse(nothing)).toEqual({ ok: true, value: [] })
    expect([field.isBlank([]), field.isBlank(['Other'])]).toEqual([true, false])
  })

  it('refuses other options and values that are not lists of texts', () => {
    for (const raw of ['Others', ['Other', 'x'], 'Other, x'])
      expect(field.parse(raw)).toEqual({ ok: false, fault: 'Interests must be among the options offered' })
    for (const raw of [{ 0: 'Other' }, [1], [['Other']], [{}], 5, true, [null]])
      expect(field.parse(raw)).toEqual({ ok: false, fault: 'Interests must be a list of options' })
  })

  it('parses what it writes, for every choice', { tags: ['random'] }, () => {
    fc.assert(
      fc.property(fc.subarray([...offered]), (value) => {
        expect(field.parse(field.wire(value))).toEqual({ ok: true, value })
        expect(field.wire(value)).toBe(value.join(', '))
      }),
    )
  })

  it('shows labels', () => {
    expect(multiselect('Stages', stages).format(['mvp', 'gone', 'idea'])).toBe('Product in use, gone, Idea')
  })

  it('refuses an option with a comma, because lists are joined by commas', () => {
    expect(() => multiselect('Interests', named('Food, drink'))).toThrow('Interests offers “Food, drink”')
  })
})
