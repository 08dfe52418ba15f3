import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Unbroken } from './Unbroken.tsx'

/** The parts that are not broken, in brackets. */
const parts = (text: string): string =>
  renderToStaticMarkup(createElement(Unbroken, { text }))
    .replaceAll('<span class="unbroken">', '⟦')
    .replaceAll('</span>', '⟧')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')

test.each([
  ['A co-founder’s share', 'A ⟦co-founder’s⟧ share'],
  ["A co-founder's share", "A ⟦co-founder's⟧ share"],
  ['In 3-6 months, with half', 'In ⟦3-6 months,⟧ with half'],
  ['You hear within 2-3 business days.', 'You hear within ⟦2-3 business days.⟧'],
  ['Equity (typically 6-8%); no cash', 'Equity (typically ⟦6-8%);⟧ no cash'],
  ['From $50K-$500K: seed', 'From ⟦$50K-$500K:⟧ seed'],
  ['a “first-class” state-of-the-art thing', 'a ⟦“first-class”⟧ ⟦state-of-the-art⟧ thing'],
  ['(full-time)', '⟦(full-time)⟧'],
  ['No range here, twenty.', 'No range here, twenty.'],
  ['self-made – or not', '⟦self-made⟧ – or not'],
])('%s', (text, shown) => {
  expect(parts(text)).toBe(shown)
})
