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
const textOf = (node: Node | undefined): string => shownIn(node).replaceAll('’', "'")

function shownIn(node: Node | undefined): string {
  const read = (part: Node): string => {
    if (part.type === TEXT_NODE) return part.value
    if (part.type === ELEMENT_NODE && (part.name === 'script' || part.name === 'style')) return ''
    return 'children' in part ? part.children.map(read).join('') : ''
  }
  return (node === undefined ? '' : read(node))
    .replace(/&(#?\w+);/g, (entity, name: string) => characters[name] ?? entity)
    .replace(/\s+/g, ' ')
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

/** The specification's own words. */
const prescribed = "The blog post you're looking for doesn't exist."

test('every page has typographic marks, and one dash in ranges', async () => {
  const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text()
  const listed = [...sitemap.matchAll(/<loc>[^<]*?\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, url]) => url || '/')
  const others = [
    '/nothing',
    '/blog/nothing',
    '/my',
    '/my/card',
    '/my/offer',
    '/opens',
    '/committee',
    '/entry',
    '/accelerator/questions',
    '/contact/submitted',
  ]
  expect(listed.length).toBeGreaterThan(30)
  const faults: string[] = []
  for (const route of [...listed, ...others]) {
    const page = parse((await (await fetch(server.url + route)).text()).replaceAll('<!-- -->', ''))
    const attributes = ['[alt]', '[aria-label]', '[placeholder]', 'meta']
      .flatMap((selector) => querySelectorAll(page, selector))
      .flatMap((node) =>
        node.type === ELEMENT_NODE && node.attributes['http-equiv'] === undefined
          ? ['alt', 'aria-label', 'placeholder', 'content'].map((name) => node.attributes[name] ?? '')
          : [],
      )
    for (const text of [shownIn(querySelectorAll(page, 'html')[0]).replace(prescribed, ''), ...attributes])
      for (const [hit] of text.matchAll(/.{0,20}(?:["']|\d[KM+%]?–[$₹€]?\d).{0,20}/gu)) faults.push(`${route}: ${hit}`)
  }
  expect(faults).toEqual([])
})
