import { expect, test } from 'vitest'
import { callable } from './placeholders.ts'

const inCountry = (country: string, number: string, site = country) =>
  callable({ country, text: 'In danger?', numbers: [{ name: 'Emergency', number, text: 'At any hour.' }] }, site).length === 1

test.each([
  ['India', '112', 'India', true],
  ['india', '14416', 'India ', true],
  ['India', '112', 'Kenya', false],
  ['Kenya', '0722 178-177', 'Kenya', true],
  ['Portugal', '+351 213 544 545', 'Portugal', true],
  ['India', '', 'India', false],
  ['India', '+', 'India', false],
  ['India', '0', 'India', false],
  ['India', '000', 'India', false],
  ['India', '+91 00000 00000', 'India', false],
  ['India', '0-0-0 0-0', 'India', false],
  ['Australia', '000', 'Australia', true],
  ['Australia', '0000', 'Australia', false],
])('a helpline of %s, %j, on a site in %s: %s', (country, number, site, expected) => {
  expect(inCountry(country, number, site)).toBe(expected)
})
