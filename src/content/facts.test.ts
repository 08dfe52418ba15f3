import { expect, test } from 'vitest'
import { facts } from './core.ts'
import { factFaults, fillFacts } from './facts.ts'
import { rupeesOf } from './rupees.ts'
import { factsSchema } from './schema/facts.ts'

test('a text takes a fact by its path, and an amount in rupees', () => {
  const own = { ...facts, accelerator: { ...facts.accelerator, give: 'Equity, 7%' }, rupeesPerDollar: 90 }
  expect(fillFacts('You give: {facts.accelerator.give} for {rupees.$50K}.', own)).toBe('You give: Equity, 7% for about ₹45 lakh.')
  expect(fillFacts('{facts.accelerator} {promises.Contact} {rupees.lots}', own)).toBe(
    '{facts.accelerator} {promises.Contact} {rupees.lots}',
  )
})

test('an unknown fact is reported with its line, and one that a page repeats in words', () => {
  const own = { ...facts, cash: 'We pay no cash for the shares.' }
  expect(factFaults('content/faq.yaml', 'a: b\nc: "{facts.csh}"', own)).toEqual([
    'content/faq.yaml, line 2: {facts.csh} is neither a fact of content/facts.yaml nor an amount such as {rupees.$50K}',
  ])
  expect(factFaults('content/faq.yaml', 'a: >-\n  No. We pay no\n  cash for the shares.', own)).toEqual([
    'content/faq.yaml repeats a fact: write {facts.cash} for "We pay no cash for the shares."',
  ])
  expect(factFaults('content/faq.yaml', 'a: "{facts.cash}"', own)).toEqual([])
})

test.each(['a: b', 'a #b', 'a "b"', '{promises.Contact}', ' '])(
  'a fact cannot be %j, which other texts could not hold',
  (cash) => {
    expect(factsSchema.safeParse({ ...facts, cash }).success).toBe(false)
  },
)

test.each([
  ['$50K', 'about ₹45 lakh'],
  ['$2M-$15M', 'about ₹18 crore to ₹140 crore'],
  ['$15M+', 'about ₹140 crore and more'],
  ['much', undefined],
])('%s in rupees', (dollars, rupees) => {
  expect(rupeesOf(dollars, 90)).toBe(rupees)
})
