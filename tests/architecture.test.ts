import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** The layers: a file imports from its own folder and from layers with a smaller number, never sideways. */
const layers: Readonly<Record<string, number>> = {
  shared: 0,
  content: 1,
  forms: 1,
  applications: 2,
  languages: 3,
  api: 3,
  ui: 3,
  'form-view': 4,
  server: 5,
  site: 5,
  dashboard: 5,
  features: 6,
  programs: 7,
}

/** Where the programs meet nevertheless: the desk's pages mount it, and the renderer asks which there are. */
const openings: readonly { readonly from: RegExp; readonly to: RegExp }[] = [
  { from: /^site\/(pages\/(app\/|admin)|renderer\.ts)/, to: /^dashboard\// },
]

/** The folders of the server, the lowest first: a folder imports from those before it. */
const serverFolders = [
  ...['crypto', 'database', 'disk', 'forms', 'records', 'http', 'links', 'sheets', 'mail', 'changes', 'outbox', 'deadlines'],
  ...['intake', 'pages', 'metrics', 'storage', 'auth', 'blind', 'desk', 'editing', 'my'],
]

/** Where there are statements: in the database, the records, the storage, and the stores (`store.ts`) of others. */
const hasStatements = /^(server\/(database|records|storage)|programs)\/|\/store\.ts$|^features\/[\w-]+\/migrations\//

/** What opens something outside the process: only a program and the adapter's own folder name it. */
const adapters = /^server\/(storage\/open|database\/(sqlite\/|postgres\/)|mail\/(open|smtp|resend|capture)|sheets\/(open|script))/

const root = path.resolve(import.meta.dirname, '../src')

interface Source {
  readonly name: string
  readonly text: string
  readonly imports: readonly string[]
}

/** Comments away, so that a word in one is no code. */
const code = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')

const sources: readonly Source[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((name) => name.split(path.sep).join('/'))
  .filter((name) => /\.(ts|tsx|astro)$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => {
    const text = readFileSync(path.join(root, name), 'utf8')
    const found = code(text).matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)
    return {
      name,
      text,
      imports: [...found].map(([, target = '']) =>
        target.startsWith('.') ? path.posix.normalize(path.posix.join(path.posix.dirname(name), target)) : target,
      ),
    }
  })

const top = (name: string): string => name.split('/')[0] ?? ''
const isOurs = (target: string): boolean => top(target) in layers
const list = (breaches: readonly string[]): string => breaches.join('\n')

/** `from → to` for every import of ours that `breaks`. */
const breaches = (breaks: (from: string, to: string) => boolean): string =>
  list(sources.flatMap(({ name, imports }) => imports.filter((to) => breaks(name, to)).map((to) => `${name} → ${to}`)))

describe('the architecture', () => {
  it('has sources to look at', () => expect(sources.length).toBeGreaterThan(60))

  it('has every folder in a layer', () =>
    expect(
      readdirSync(root, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !(entry.name in layers))
        .map((entry) => entry.name),
    ).toEqual([]))

  it('imports downwards only', () =>
    expect(
      breaches((from, to) => {
        if (!isOurs(to) || top(from) === top(to)) return false
        if (openings.some((opening) => opening.from.test(from) && opening.to.test(to))) return false
        return (layers[top(to)] ?? 99) >= (layers[top(from)] ?? -1)
      }),
    ).toBe(''))

  it('has no import cycles, type imports included', () => {
    const importsOf = new Map(sources.map(({ name, imports }) => [name, imports]))
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (name: string, path: readonly string[]): void => {
      if (path.includes(name)) cycles.push([...path.slice(path.indexOf(name)), name].join(' → '))
      else if (!done.has(name)) for (const target of importsOf.get(name) ?? []) visit(target, [...path, name])
      done.add(name)
    }
    for (const { name } of sources) visit(name, [])
    expect(list(cycles)).toBe('')
  })

  /** What one has to read, at most, to understand a path: files, with all that they import, types included. */
  it.each([
    ['the intake', 'server/intake/receive.ts', 50],
    ["the applicant's page", 'server/my/routes.ts', 60],
    ['a decision', 'server/desk/patch.ts', 40],
  ])('reads %s from few files', (_, start, most) => {
    const importsOf = new Map(sources.map(({ name, imports }) => [name, imports.filter(isOurs)]))
    const read = new Set([start])
    for (const name of read) for (const target of importsOf.get(name) ?? []) read.add(target)
    expect(read.size).toBeGreaterThan(20)
    expect(read.size).toBeLessThanOrEqual(most)
  })

  it('has the folders of the server in an order, and every folder in it', () => {
    const folder = (name: string): string | undefined => /^server\/([\w-]+)\//.exec(name)?.[1]
    const folders = new Set(sources.flatMap(({ name }) => folder(name) ?? []))
    expect([...folders].toSorted()).toEqual(serverFolders.toSorted())
    const floor = (name: string | undefined): number => serverFolders.indexOf(name ?? '')
    expect(
      breaches((from, to) => {
        const [here, there] = [folder(from), folder(to)]
        return here !== undefined && there !== undefined && floor(there) > floor(here)
      }),
    ).toBe('')
  })

  it('has no imports between features', () =>
    expect(
      breaches((from, to) => {
        const [here, there] = [from, to].map((name) => /^features\/([\w-]+)\//.exec(name)?.[1])
        return here !== undefined && there !== undefined && here !== there
      }),
    ).toBe(''))

  it('has statements in stores, the storage and programs only', () =>
    expect(
      breaches(
        (from, to) =>
          (to === 'kysely' || /^server\/database\/(engine|tables|text-encoding)\.ts$/.test(to)) && !hasStatements.test(from),
      ),
    ).toBe(''))

  it('names adapters in programs only', () =>
    expect(
      breaches((from, to) => {
        if (!adapters.test(to) || /^(programs|server\/storage)\//.test(from)) return false
        return from.split('/').slice(0, 2).join('/') !== to.split('/').slice(0, 2).join('/')
      }),
    ).toBe(''))

  it('keeps the lower layers free of network, clock, environment and files', () => {
    const forbidden = /from ['"]node:|\bfetch\(|\bDate\.now\(|new Date\(\)|\bprocess\./
    const found = sources
      .filter(({ name }) => (layers[top(name)] ?? 99) <= 2)
      .filter(({ text }) => forbidden.test(code(text)))
      .map(({ name }) => name)
    expect(list(found)).toBe('')
  })

  it('reads the environment in one place', () => {
    const found = sources.filter(({ text }) => /process\.env/.test(code(text))).map(({ name }) => name)
    expect(found).toEqual(['server/config.ts'])
  })

  it('has no drawer and no barrel', () =>
    expect(
      sources.map(({ name }) => name).filter((name) => /(^|\/)(utils?|helpers?|common)(\/|\.)|(^|\/)index\.tsx?$/.test(name)),
    ).toEqual([]))

  it('exports nothing that no other file names', () => {
    const project = path.dirname(root)
    const texts = ['src', 'tests', 'bench', 'scripts'].flatMap((folder) =>
      readdirSync(path.join(project, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(ts|tsx|astro|mjs)$/.test(name))
        .map((name) => readFileSync(path.join(project, folder, name), 'utf8')),
    )
    /** The number of files in which each word occurs. */
    const files = new Map<string, number>()
    for (const text of texts) for (const word of new Set(code(text).match(/[\w$]+/g))) files.set(word, (files.get(word) ?? 0) + 1)
    const unused = sources
      // Astro reads the exports of pages, and apply.ts those of migrations. What a feature adds is found by its file.
      .filter(({ name }) => !/^(site\/pages|server\/storage\/migrations|features\/[\w-]+\/(migrations|pages))\//.test(name))
      .flatMap(({ name, text }) =>
        [...code(text).matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm)]
          .filter(([, word = '']) => files.get(word) === 1)
          .map(([, word]) => `${name} ${word}`),
      )
    expect(list(unused)).toBe('')
  })

  it('gives a reason for each file longer than 300 lines', () => {
    const long = sources.filter(
      ({ text }) => text.split('\n').length > 300 && !/^\/[/*].*\blong\b/m.test(text.split('\n').slice(0, 5).join('\n')),
    )
    expect(list(long.map(({ name }) => name))).toBe('')
  })

  it('has no :has() at the desk that a browser matches for every element', () => {
    const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^(dashboard|features\/[\w-]+\/desk)\/.*\.css$/.test(name),
    )
    const found = sheets.flatMap((name) =>
      [...readFileSync(path.join(root, name), 'utf8').matchAll(/(?:^|[\s>+~,])(?:html)?:has\(.*/gm)].map(
        ([rule]) => `${name} ${rule}`,
      ),
    )
    expect([sheets.length > 20, list(found)]).toEqual([true, ''])
  })
})
