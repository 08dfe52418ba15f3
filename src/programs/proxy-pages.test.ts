import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { setColours } from '../shared/colours.ts'
import { proxyPages } from './proxy-pages.ts'

afterAll(() => setColours({ ground: '#5a1f17', accent: '#c2361d', mark: '#e9a20b' }))

test.each(['nginx/kolam.conf', 'caddy/Caddyfile'])('the pages of %s have the colours and the name of the site', (file) => {
  setColours({ ground: '#14532d', accent: '#166534' })
  const delivered = readFileSync(`integrations/${file}`, 'utf8')
  const own = proxyPages(delivered, { name: "Baobab's $Launch", drawings: 'none' }) ?? ''
  const style = /<style>(.*?)<\/style>/s.exec(own)?.[1]?.replaceAll('\\{', '{') ?? ''
  expect(style).not.toMatch(/#44150f|#e9a20b/)
  expect(style).toMatch(/svg\{display:none\}$/)
  // The policy allows this style and no other.
  const hashes = [...own.matchAll(/sha256-([^']+)'/g)].map(([, hash]) => hash)
  expect(new Set(hashes)).toEqual(new Set([createHash('sha256').update(style).digest('base64')]))
  expect(own).toContain('<title>One moment, please &#183; Baobab&#39;s &#36;Launch</title>')
  // Nothing else changes.
  expect(own.split('\n').length).toBe(delivered.split('\n').length)
  expect(proxyPages('server {}', { name: 'Baobab' })).toBeUndefined()
})
