import { expect, test } from 'vitest'
import { readMarkdown } from '../../../content/markdown.ts'
import { postHtml } from './post-html.ts'

test('each kind of block and mark becomes its tag, and special characters are escaped', () => {
  const { blocks } = readMarkdown(
    '## Ask & listen\n\nSay **no** to *maybe*, see [the way](/apply).\n\n- a < b\n- c\n\n1. first\n\nThen.\n\n2. second\n',
  )
  expect(postHtml(blocks, 'https://kolam.example')).toBe(
    [
      '<h2>Ask &amp; listen</h2>',
      '<p>Say <strong>no</strong> to <em>maybe</em>, see <a href="https://kolam.example/apply">the way</a>.</p>',
      '<ul><li>a &lt; b</li><li>c</li></ul>',
      '<ol><li>first</li></ol>',
      '<p>Then.</p>',
      '<ol start="2"><li>second</li></ol>',
    ].join('\n'),
  )
})
