import { expect, it } from 'vitest'
import { submission } from '../../../tests/support/submissions.ts'
import { loadForms } from '../pages/content.ts'
import { labelsOf, textsIn } from './search-text.ts'

it('collects every text in a nested value', () => {
  expect(textsIn({ a: 'one', b: ['two', { c: 'three', d: 4, e: null }], f: '' })).toEqual(['one', 'two', 'three', ''])
})

it('collects the labels of choices that differ from the values', () => {
  const { application } = submission({
    formType: 'Accelerator',
    answers: { founderName: 'Priya Raman', commitmentLevel: 'full-time', teamSize: 'no such size' },
  }).change
  expect(labelsOf(application.answers, loadForms().Accelerator)).toEqual(['All founders full-time'])
  expect(labelsOf(application.answers, undefined)).toEqual([])
})
