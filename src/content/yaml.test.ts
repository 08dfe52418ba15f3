import { expect, test } from 'vitest'
import { z } from 'zod'
import { cohortsSchema } from './schema/cohort.ts'
import { day, email, link, listOf, page, path, picture, slug, stat, text, url } from './schema/values.ts'
import { readYaml } from './yaml.ts'

const file = 'content/some.yaml'

function faults(source: string, schema: z.ZodType): readonly string[] {
  const read = readYaml(file, source, schema)
  return read.ok ? [] : read.fault
}

const value = (source: string, schema: z.ZodType): unknown => {
  const read = readYaml(file, source, schema)
  return read.ok ? read.value : read.fault
}

test('each missing key is named with file, line, expected and actual value', () => {
  expect(faults('- label: Cohort 5\n- label: Cohort 6\n  startDate: 2026-01-15\n', cohortsSchema)).toEqual([
    'content/some.yaml, line 1: `[0].startDate` is missing',
    'content/some.yaml, line 1: `[0].applicationDeadline` is missing',
    'content/some.yaml, line 1: `[0].status` is missing',
    'content/some.yaml, line 2: `[1].applicationDeadline` is missing',
    'content/some.yaml, line 2: `[1].status` is missing',
  ])
})

const member = z.strictObject({ name: text, born: z.number(), kind: z.enum(['one', 'two']) })

test.each([
  ['a key that is not known', 'name: A\nborn: 1\nkind: one\nrole: B\n', member, ': `role` is not a valid key here'],
  ['several of them', 'name: A\nborn: 1\nkind: one\na: B\nb: C\n', member, ': `a`, `b` are not valid keys here'],
  [
    'a word outside its list',
    'name: A\nborn: 1\nkind: six\n',
    member,
    ', line 3: `kind` should be one of "one", "two", received "six"',
  ],
  ['text where a number belongs', 'name: A\nborn: x\nkind: one\n', member, ', line 2: `born` should be a number, received "x"'],
  ['a number where text belongs', 'name: 7\nborn: 1\nkind: one\n', member, ', line 1: `name` should be text, received 7'],
  ['text of spaces', 'name: "  "\nborn: 1\nkind: one\n', member, ', line 1: `name` is empty'],
  ['an empty text', 'name: ""\nborn: 1\nkind: one\n', member, ', line 1: `name` is empty'],
  ['nothing after a key', 'name: A\nborn:\nkind: one\n', member, ', line 2: `born` is empty: it should be a number'],
  [
    'an empty word of a list',
    'name: A\nborn: 1\nkind: ""\n',
    member,
    ', line 3: `kind` is empty: it should be one of "one", "two"',
  ],
  [
    'a text where a list belongs',
    'one, two, three',
    z.array(text).min(2).max(6),
    ': the file should be a list, received "one, two, three"',
  ],
  ['a list where a group belongs', '- a\n- b\n', member, ': the file should be a group of keys, received a list of 2'],
  ['a group where a list belongs', 'a: 1\nb: 2\n', z.array(text), ': the file should be a list, received a group of keys (a, b)'],
  ['an empty file', '', z.array(text), ': the file should be a list, received nothing'],
])('%s is reported as a sentence', (_, source, schema, message) => {
  expect(faults(source, schema)).toEqual([`${file}${message}`])
})

test.each([
  ['a day that no calendar has', day, '2026-02-30', 'a day such as 2026-01-15'],
  ['a day in another order', day, '15-01-2026', 'a day such as 2026-01-15'],
  ['a page of another site', path, 'https://other.example', 'a page of this site such as /apply'],
  ['a page that begins with two slashes', path, '//other.example', 'a page of this site such as /apply'],
  ['an address without https', url, 'http://social.example/a', 'a complete address such as https://social.example/kolam'],
  ['an address that is a script', url, 'javascript:alert(1)', 'a complete address such as https://social.example/kolam'],
  ['an e-mail address that is none', email, 'hello at kolam', 'an e-mail address such as hello@kolam.example'],
  [
    'a picture in another folder',
    picture,
    '../a.png',
    'a file name in small letters such as priya-ramesh.jpg (svg, jpg, png, webp or avif)',
  ],
  ['a slug with capitals', slug, 'First-Post', 'small letters, digits and single hyphens'],
])('%s is reported as a sentence', (_, schema, received, expected) => {
  expect(faults(`a: 1\nkey: ${JSON.stringify(received)}\n`, z.object({ key: schema }))).toEqual([
    `${file}, line 2: \`key\` should be ${expected}, received ${JSON.stringify(received)}`,
  ])
})

test('a list of the wrong length is reported with both lengths', () => {
  const three = z.object({ items: z.array(text).length(3), more: z.array(text).min(1), few: z.array(text).max(1) })
  expect(faults('items: [a, b]\nmore: []\nfew: [a, b]\n', three)).toEqual([
    `${file}, line 1: \`items\` should be a list of 3 entries, received a list of 2`,
    `${file}, line 2: \`more\` should be a list of at least 1 entry, received a list of 0`,
    `${file}, line 3: \`few\` should be a list of at most 1 entry, received a list of 2`,
  ])
})

test('text of the wrong length is quoted, long text in part with its length', () => {
  const { meta } = page
  expect(faults(`title: T\ndescription: ${'Much too long. '.repeat(15).trim()}\n`, meta)).toEqual([
    `${file}, line 2: \`description\` should be at most 160 characters long, received ` +
      '"Much too long. Much too long. Much too long. Much too lon..." (224 characters)',
  ])
  expect(faults('title: T\ndescription: Short.\n', meta)).toEqual([
    `${file}, line 2: \`description\` should be at least 50 characters long, received "Short."`,
  ])
})

test('a syntax error is reported with its line', () => {
  expect(faults('- question: Why?\n  answer: Because: of this\n', z.array(text))).toEqual([
    `${file}, line 2: a text that holds a colon and a space must be in quotes as a whole: key: "Words: more words"`,
  ])
  expect(faults('a: 1\na: 2\n', z.object({ a: z.number() }))).toEqual([`${file}, line 2: this key is used twice here`])
})

test.each([
  [
    'a colon in two texts',
    'a: x\nb: One: two\nc: Three: four\n',
    [2, 3],
    'a text that holds a colon and a space must be in quotes as a whole: key: "Words: more words"',
  ],
  ['a tab', 'a: x\nb:\n\t- y\n\t- z\n', [3, 4], 'this line is indented with a tab; use spaces'],
  [
    'a non-breaking space before a key',
    'a: x\n\u00a0b: y\n\u00a0\u00a0c: z\n',
    [2, 3],
    'a non-breaking space, as pasted text has; type a plain one',
  ],
  ['a non-breaking space after a key', 'a: x\nb:\u00a0y\n', [2], 'a non-breaking space, as pasted text has; type a plain one'],
  [
    'a text that begins with @',
    'a: x\nb: @kolam\n',
    [2],
    'a text that begins with a sign such as @ or % must be in quotes as a whole',
  ],
  [
    'a text that begins with *',
    'a: x\nb: *kolam\n',
    [2],
    `a text that begins with a sign such as {, *, " or ' must be in quotes as a whole`,
  ],
  [
    'a text after a quotation',
    `a: x\nb: 'it's'\n`,
    [2],
    `a text that begins with a sign such as {, *, " or ' must be in quotes as a whole`,
  ],
])('%s is explained to the editor', (_, source, lines, message) => {
  expect(faults(source, z.strictObject({ a: text, b: text }))).toEqual(lines.map((line) => `${file}, line ${line}: ${message}`))
})

test('a non-breaking space inside a text is part of the text', () => {
  expect(value('a: 10\u00a0km\nb: >-\n  x\u00a0y\n', z.strictObject({ a: text, b: text }))).toEqual({
    a: '10\u00a0km',
    b: 'x\u00a0y',
  })
})

test('an entry can have the short or the long form', () => {
  const full = { value: '50+', label: 'startups' }
  expect(value('50+: startups', stat)).toEqual(full)
  expect(value('{ value: 50+, label: startups }', stat)).toEqual(full)
  expect(value('title: T\nitems:\n  - Apply: /apply\n  - { label: Home, to: / }\n', listOf(link))).toEqual({
    title: 'T',
    items: [
      { label: 'Apply', to: '/apply' },
      { label: 'Home', to: '/' },
    ],
  })
})

test('a short entry without its value and half a long entry are faults', () => {
  expect(faults('- 50+:\n', z.array(stat))).toEqual([`${file}, line 1: \`[0].label\` is empty`])
  expect(faults('- value: 50+\n', z.array(stat))).toEqual([`${file}, line 1: \`[0].label\` is missing`])
  expect(faults('- startups\n', z.array(stat))).toEqual([
    `${file}, line 1: \`[0]\` should be a group of keys, received "startups"`,
  ])
})

test('lines are counted from the start of the file', () => {
  const read = readYaml(file, 'name: 7\n', z.object({ name: text }), 4)
  expect(read).toEqual({ ok: false, fault: [`${file}, line 5: \`name\` should be text, received 7`] })
})
