import { expect, it } from 'vitest'
import { submission } from '../../../tests/support/submissions.ts'
import { loadForms } from '../content.ts'
import { searchTextFrom, textsIn } from './search-text.ts'

it('takes every text, however deep', () => {
  expect(textsIn({ a: 'one', b: ['two', { c: 'three', d: 4, e: null }], f: '' })).toEqual(['one', 'two', 'three', ''])
})

it('takes choices by value and by label, once where they are alike', () => {
  const texts = searchTextFrom(loadForms())
  const { application } = submission({
    formType: 'Accelerator',
    answers: { founderName: 'Priya Raman', commitmentLevel: 'full-time', teamSize: 'no such size' },
  }).change
  const answered = texts(application).filter((text) => text !== '')
  expect(answered.slice(0, 3)).toEqual(['Priya Raman', 'full-time', 'no such size'])
  expect(answered.slice(3)).toEqual(['All founders full-time'])
})
