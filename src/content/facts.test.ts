import { expect, test } from 'vitest'
import { amountText, currencyName, inCurrency } from './amounts.ts'
import { facts, site } from './core.ts'
import { companyText, fillNamed, type Named, namedFaults, readNamed } from './facts.ts'
import { yamlFiles } from './files.ts'
import { factsSchema } from './schema/facts.ts'

/** The values of the repository with another line of facts.yaml. */
function withFact(line: RegExp, written: string): Named {
  const facts = (yamlFiles['content/facts.yaml'] ?? '').replace(line, written)
  return readNamed({ ...yamlFiles, 'content/facts.yaml': facts }) as Named
}

test('a text takes a value by its path, and an amount in our currency', () => {
  const own = withFact(/give: Equity.*/, 'give: Equity, 7%')
  expect(fillNamed('You give: {facts.accelerator.give} for {amount.$50K}.', own)).toBe('You give: Equity, 7% for about ₹45 lakh.')
  expect(fillNamed('{facts.accelerator} {promises.Contact} {amount.lots}', own)).toBe(
    '{facts.accelerator} {promises.Contact} {amount.lots}',
  )
})

test('an unknown fact is reported with its line, and one that a page repeats in words', () => {
  const own = withFact(/^cash: .*$/m, 'cash: We pay no cash for the shares.')
  expect(namedFaults('content/faq.yaml', 'a: b\nc: "{facts.csh}"', own)).toEqual([
    'content/faq.yaml, line 2: {facts.csh} is neither a value of content/facts.yaml or content/site.yaml nor an amount such as {amount.$50K}',
  ])
  expect(namedFaults('content/faq.yaml', 'a: >-\n  No. We pay no\n  cash for the shares.', own)).toEqual([
    'content/faq.yaml repeats a fact: write {facts.cash} for "We pay no cash for the shares."',
  ])
  expect(namedFaults('content/faq.yaml', 'a: "{facts.cash}"', own)).toEqual([])
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
  expect(inCurrency(dollars, 90, { currency: 'INR', language: 'en-IN' })).toBe(rupees)
})

test('amounts are written as the language of the site writes them', () => {
  const euros = { currency: 'EUR', language: 'en' }
  expect([amountText(45_600, euros), amountText(4_500_000, euros), currencyName(euros)]).toEqual(['€46K', '€4.5M', 'euros'])
})

test('site.yaml and facts.yaml take values of site.yaml', () => {
  const source = (yamlFiles['content/site.yaml'] ?? '').replace('city: Chennai', 'city: Porto')
  const named = readNamed({ ...yamlFiles, 'content/site.yaml': source })
  expect([named?.site.tagline, named?.facts.startupStudio.where]).toEqual([
    'Startup accelerator and studio, Porto, India',
    'In Porto',
  ])
})

test('without a company its place has our name', () => {
  const { company: _, ...alone } = site
  expect([companyText(site), companyText(alone)]).toEqual(['Kolam Example Private Limited, CIN U00000TN2019PTC000000', 'Kolam'])
})
