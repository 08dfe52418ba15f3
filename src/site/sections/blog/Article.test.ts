import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readMarkdown } from '../../../content/markdown.ts'
import { PostBody } from './Article.tsx'

const html = (source: string): string => renderToStaticMarkup(createElement(PostBody, readMarkdown(source)))

test('a paragraph of labels becomes a list of terms, and no other paragraph does', () => {
  expect(html('*Amount:* ₹1 crore. *Trap:* a *loan* that [waits](/apply).')).toBe(
    '<div><dl class="facts rows faint tight"><div><dt>Amount</dt><dd> ₹1 crore. </dd></div><div><dt>Trap</dt><dd> a <em>loan</em> that <a href="/apply">waits</a>.</dd></div></dl></div>',
  )
  expect(html('*Amount:* one label is a sentence.')).toBe('<div><p><em>Amount:</em> one label is a sentence.</p></div>')
  expect(html('Ask: *Who?* and *Why:* and *When:*')).toContain('<p>Ask: ')
})
