import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { yamlFiles } from '../../../content/files.ts'
import { withoutLinks } from '../../../content/links-in-text.ts'
import { loadConsistent } from '../../../content/rules.ts'
import { Unbroken } from './Unbroken.tsx'

const drawn = (text: string): string => renderToStaticMarkup(createElement(Unbroken, { text }))

test('a link to a page or a complete https address is one; all else is shown as typed', () => {
  expect(drawn('See [the team](/team#people), or [a site](https://other.example/a?b=1).')).toBe(
    'See <a href="/team#people">the team</a>, or <a href="https://other.example/a?b=1" rel="noopener">a site</a>.',
  )
  for (const to of ['javascript:alert(1)', 'data:text/html,x', '//other.example', 'http://other.example', '/\\other'])
    expect(drawn(`[x](${to})`), to).not.toContain('href="')
  expect(drawn('[<img src=x>](/team)')).toBe('<a href="/team">&lt;img src=x&gt;</a>')
})

test('the words of a link are what readers see, also of a large hostile text', () => {
  expect(withoutLinks('See [the team](/team).')).toBe('See the team.')
  const hostile = '['.repeat(200_000)
  expect(withoutLinks(hostile)).toBe(hostile)
  expect(withoutLinks('[a]('.repeat(50_000))).toHaveLength(200_000)
})

const press = (text: string, title = 'Press'): string => `meta:
  title: Press
  description: What we have to say to people who write about startups, and pictures to print.
hero:
  title: ${title}
  text: ${text}
`

const faultsOf = (page: string): readonly string[] => {
  const read = loadConsistent({ ...yamlFiles, 'content/pages/press.yaml': page })
  return read.ok ? [] : read.fault
}

test('a plain page has links in its texts, and each other place refuses markup', () => {
  expect(faultsOf(press('"Who [we are](/team)."'))).toEqual([])
  const where = 'content/pages/press.yaml, line'
  expect(faultsOf(press('"Who [we are](javascript:alert(1))."'))).toEqual([
    expect.stringContaining(`${where} 6: \`hero.text\` should be a link such as [words](/apply)`),
  ])
  expect(faultsOf(press('Who we are.', '"[Press](/team)"'))).toEqual([
    expect.stringContaining(`${where} 5: \`hero.title\` should be a text without links`),
  ])
  expect(faultsOf(press('"**Who** we are."'))).toEqual([expect.stringContaining('a text without **')])
})

test('a letter refuses a link', () => {
  const path = 'content/mail/delay.yaml'
  const read = loadConsistent({ ...yamlFiles, [path]: `${yamlFiles[path]}# [words](/apply)\n` })
  expect(read.ok ? [] : read.fault).toEqual([expect.stringContaining('readers would see the brackets of a link')])
})
