import { expect, it } from 'vitest'
import { submission } from '../../../tests/support/submissions.ts'
import { loadForms } from '../content.ts'
import { searchTexts, textsIn } from './search-text.ts'

it('collects every text of a value, however deep', () => {
  expect(textsIn({ a: 'one', b: ['two', { c: 'three', d: 4, e: null }], f: '' })).toEqual(['one', 'two', 'three', ''])
})

it('collects choices by value and by label, once where both are equal', () => {
  const { application } = submission({
    formType: 'Accelerator',
    answers: { founderName: 'Priya Raman', commitmentLevel: 'full-time', teamSize: 'no such size' },
  }).change
  const answered = searchTexts(application, loadForms()).filter((text) => text !== '')
  expect(answered.slice(0, 3)).toEqual(['Priya Raman', 'full-time', 'no such size'])
  expect(answered.slice(3)).toEqual(['All founders full-time'])
})
