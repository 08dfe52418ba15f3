import { expect, test } from 'vitest'
import { initialsOf } from './Portrait.tsx'

test.each([
  ['Revathi Anbarasan', 'RA'],
  ['Nusrat Jahan Ali', 'NA'],
  ['Velu', 'V'],
  [' ', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
