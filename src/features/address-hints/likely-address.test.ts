import { expect, test } from 'vitest'
import { likelyAddress } from './form/likely-address.ts'

test.each([
  ['asha@gmial.com', 'asha@gmail.com'],
  ['asha@gmai.com', 'asha@gmail.com'],
  ['asha@gmaill.com', 'asha@gmail.com'],
  ['asha@gnail.com', 'asha@gmail.com'],
  ['Asha.R+k@Gmail.con', 'Asha.R+k@gmail.com'],
  ['asha@gmail.co', 'asha@gmail.com'],
  ['asha@yahoo.co.im', 'asha@yahoo.co.in'],
  ['asha@outlok.com', 'asha@outlook.com'],
  ['asha@rediffmial.com', 'asha@rediffmail.com'],
  ['asha@loom.con', 'asha@loom.com'],
  ['ஆஷா@loom.cmo', 'ஆஷா@loom.com'],
])('%s probably means %s', (typed, likely) => {
  expect(likelyAddress(typed)).toBe(likely)
})

test.each([
  'asha@gmail.com',
  'asha@GMAIL.com',
  'asha@mail.com',
  'asha@ymail.com',
  'asha@yahoo.in',
  'asha@yahoo.co.uk',
  'asha@yahoo.co.id',
  'asha@outlook.in',
  'asha@loom.co',
  'asha@loom.community',
  'asha@com.example',
  'asha@gmail',
  'gmial.com',
  '',
])('nothing is known to be wrong with %s', (typed) => {
  expect(likelyAddress(typed)).toBeUndefined()
})
