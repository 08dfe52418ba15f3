import { expect, test } from 'vitest'
import { accelerator } from '../definitions/accelerator.ts'
import { contact } from '../definitions/contact.ts'
import { gist } from './as-text.ts'

const founders = accelerator({ cohorts: [] })

test('the gist is one line, the beginning of a text', () => {
  expect(gist(contact, { message: '\n We trace\n\ntamarind.  From tree to tin. ' })).toBe('We trace tamarind. From tree to tin.')
  expect(gist(contact, { message: 'a'.repeat(500) })).toBe(`${'a'.repeat(240)}…`)
  expect(gist(contact, { message: `${'two words '.repeat(24)}and more` })).toBe(`${'two words '.repeat(24).trim()}…`)
  expect(gist(contact, { message: 'a'.repeat(240) })).toBe('a'.repeat(240))
})

test('the gist comes from the first long answer that is not blank', () => {
  expect(
    gist(founders, { founderName: 'Asha', businessDescription: ' ', problemSolution: 'Looms stand still. We fix it.' }),
  ).toBe('Looms stand still. We fix it.')
  expect(gist(founders, { founderName: 'Asha' })).toBe('')
})
