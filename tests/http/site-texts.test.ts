import { ELEMENT_NODE, type ElementNode, type Node, parse, TEXT_NODE } from 'ultrahtml'
import { querySelectorAll } from 'ultrahtml/selector'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { namedLinks, texts } from '../browser/site-texts.ts'
import { type Running, startServer } from '../support/server.ts'

let server: Running
beforeAll(async () => {
  server = await startServer({ DATABASE_URL: '' })
})
afterAll(() => server.remove())

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }

/** The text of a part of a page, without scripts and styles, with each white space as one space. */
function textOf(node: Node | undefined): string {
  const read = (part: Node): string => {
    if (part.type === TEXT_NODE) return part.value
    if (part.type === ELEMENT_NODE && (part.name === 'script' || part.name === 'style')) return ''
    return 'children' in part ? part.children.map(read).join('') : ''
  }
  return (node === undefined ? '' : read(node))
    .replace(/&(#?\w+);/g, (entity, name: string) => characters[name] ?? entity)
    .replace(/\s+/g, ' ')
    .replaceAll('’', "'")
}

test.each(Object.keys(texts))('%s has heading, landmarks, texts and links', async (route) => {
  const response = await fetch(new URL(route, server.url))
  expect(response.status).toBe(200)
  // The parser drops a space before a comment, and React puts comments between texts.
  const page = parse((await response.text()).replaceAll('<!-- -->', ''))
  const all = (selector: string) =>
    querySelectorAll(page, selector).filter((node): node is ElementNode => node.type === ELEMENT_NODE)
  expect(all('h1')).toHaveLength(1)
  for (const landmark of ['header', 'main', 'footer', 'nav']) expect(all(landmark).length, landmark).toBeGreaterThan(0)
  const links = all('body a').map((link) => ({ words: textOf(link).toLowerCase(), to: link.attributes.href ?? '' }))
  expect(links[0]?.to).toBe('#main')
  const words = textOf(all('main')[0])
  expect(texts[route]?.filter((text) => !words.includes(text))).toEqual([])
  for (const [label, to] of namedLinks[route] ?? []) {
    const found = links.filter(({ words }) => words.includes(label.toLowerCase())).map((link) => link.to)
    expect(
      found.some((link) => (to.endsWith(':') ? link.startsWith(to) : link === to)),
      `${label} to ${to}, found ${found}`,
    ).toBe(true)
  }
})
