import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** Everyday words that once stood for a dozen operations each. docs/glossary.md has the terms to use in their place. */
const banned = new Set(
  (
    'told said asked kept look place known whole beside turns know print hear learn asking shelf walk doomed spare painted ' +
    'parcel standing broughtup inplace took house room door gone wanted odd one given way bring say says ask'
  ).split(' '),
)

/** As vague, and refused in `src` only: tests still use some of them. */
const bannedInSource = new Set('found rest others brought take'.split(' '))

const stored = 'a property of payloads that are stored in the outbox'
/** Names that are decided elsewhere: `file name`, and why the name stays. */
const exceptions: Readonly<Record<string, string>> = {
  'src/form-view/delivery/payload.ts beside': 'queued submissions are stored under this name on the devices of visitors',
  'src/applications/outbox.ts whole': stored,
  'src/features/spreadsheet/rebuild.ts whole': stored,
  'src/server/records/applications/save.ts whole': stored,
  'tests/contract/changing.ts whole': stored,
  'src/shared/language.test.ts one': 'Intl.PluralRules has this name',
}

/** Migrations are frozen (decision 0011). */
const isFrozen = (file: string): boolean => file.includes('/migrations/')

const root = path.resolve(import.meta.dirname, '..')

/** The code of a file: of an Astro page the part between its first two lines of dashes. */
const codeOf = (name: string): string => {
  const text = readFileSync(path.join(root, name), 'utf8')
  return name.endsWith('.astro') ? (/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '') : text
}

/** What a node declares: variables, parameters, functions, types, properties and imports under a new name. Uses of a name do not count. */
const declaredName = (node: ts.Node): ts.Identifier | undefined => {
  if (ts.isImportSpecifier(node) && node.propertyName === undefined) return undefined
  if (ts.isShorthandPropertyAssignment(node) || ts.isJsxAttribute(node)) return undefined
  if (ts.isPropertyAccessExpression(node) || ts.isMetaProperty(node) || ts.isNamedTupleMember(node)) return undefined
  const { name } = node as ts.NamedDeclaration
  return name !== undefined && ts.isIdentifier(name) ? name : undefined
}

interface Hit {
  readonly word: string
  readonly line: number
}

/** Banned names that a file declares. The name of the file itself counts too, on line 1. */
const bannedNames = (file: string, text: string): readonly Hit[] => {
  const source = ts.createSourceFile(file.replace(/\.astro$/, '.ts'), text, ts.ScriptTarget.Latest)
  const baseName = path.basename(file).split('.')[0] ?? ''
  const isBanned = (name: string): boolean =>
    banned.has(name.toLowerCase()) ||
    (file.startsWith('src/') && !file.includes('.test.') && bannedInSource.has(name.toLowerCase()))
  const hits: Hit[] = isBanned(baseName.replace(/-/g, '')) ? [{ word: baseName, line: 1 }] : []
  const visit = (node: ts.Node): void => {
    const identifier = declaredName(node)
    if (identifier !== undefined && isBanned(identifier.text)) {
      hits.push({ word: identifier.text, line: source.getLineAndCharacterOfPosition(identifier.getStart(source)).line + 1 })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return hits
}

const files = ['src', 'tests', 'bench', 'scripts'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.split(path.sep).join('/')}`)
    .filter((name) => /\.(tsx?|mjs|astro)$/.test(name) && !isFrozen(name)),
)

const hits = files.flatMap((file) => bannedNames(file, codeOf(file)).map((hit) => ({ ...hit, file })))

const isException = ({ file, word }: { readonly file: string; readonly word: string }): boolean => `${file} ${word}` in exceptions

/** The titles that a file gives its tests, and groups of tests; of a template its source. */
function titlesOf(file: string, text: string): readonly string[] {
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(it|test|describe)\b/.test(node.expression.getText())) {
      const [title] = node.arguments
      if (title !== undefined && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)))
        titles.push(title.getText().slice(1, -1))
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return titles
}

describe('vocabulary', () => {
  it('counts declarations, properties and file names, and no strings, comments or uses', () => {
    const text = `
      // told
      const told = 'said'
      interface Known { readonly asked: string; kept(): void }
      const answer = (look: Known) => look.asked
      import { whole as total, place } from './said'
      const { beside: other, place: shelf } = { walk: 1 }
    `
    const words = (file: string) => bannedNames(file, text).map(({ word }) => word)
    expect(words('example.ts')).toEqual(['told', 'Known', 'asked', 'kept', 'look', 'shelf', 'walk'])
    expect(words('in-place.test.ts')[0]).toBe('in-place')
  })

  it('has no banned name in src, tests, bench and scripts', () => {
    expect(hits.filter((hit) => !isException(hit)).map(({ file, line, word }) => `${file}:${line} ${word}`)).toEqual([])
  })

  it('has no exception that outlives its name', () => {
    expect(Object.keys(exceptions).filter((entry) => !hits.some((hit) => `${hit.file} ${hit.word}` === entry))).toEqual([])
  })

  it('has no title of a test over 80 characters', () => {
    const text = "describe('a', () => { it.each([1])('b %i', () => {}); test(`c $\u007bd}`, () => {}) })"
    expect(titlesOf('some.test.ts', text)).toEqual(['a', 'b %i', 'c $\u007bd}'])
    const tests = files.filter((file) => file.startsWith('tests/') || /\.test\.tsx?$/.test(file))
    const titles = tests.flatMap((file) => titlesOf(file, codeOf(file)).map((title) => ({ file, title })))
    expect(titles.filter(({ title }) => title.length > 80)).toEqual([])
  })
})
