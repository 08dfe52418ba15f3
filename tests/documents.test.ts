import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { schemas } from '../src/content/load.ts'

const root = path.resolve(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(root, file)))
const documents = tracked.filter((file) => file.endsWith('.md') && !/content\/posts\/|^CHANGELOG|^docs\/specification/.test(file))

/** Files that a document says to make. */
const examples = /mentor\.(ts|yaml|astro)$|MentorForm|^(partners\.(yaml|astro)|reminder\.yaml)$/

/** A path of the project, such as `forms/form.ts` or `server/sheets`: a folder, or a file with one of our endings. */
const isPath = (text: string): boolean =>
  /^[a-z][\w@-]*(\/[\w@.-]+)*(\/|\.(tsx?|mjs|astro|yaml|css|gs|conf))?$/i.test(text) &&
  /\/|\.(tsx?|mjs|astro|yaml|gs)$/.test(text)

/** Names that are no paths of the repository: built files, data, media types, packages. */
const elsewhere =
  /^(bin|dist|data|node_modules|cache|mail|var|etc|opt|text|image|application|DATA_DIR|hono|react-dom)(\.\w+)?\/|^(node|app|api)\/|^count\/period$/

const exists = (name: string): boolean => {
  const folderOrFile = name.replace(/\/$/, '')
  return tracked.some((file) => `/${file}/`.includes(`/${folderOrFile}/`))
}

test.each(documents)('%s names paths that exist', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8')
  const code = [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)].map(([, token = '']) => token)
  const links = [...text.replace(/`[^`\n]+`/g, '').matchAll(/\]\(([^)#:\s]+)(#[^)]*)?\)/g)].map(([, target = '']) => target)
  expect({
    paths: code.filter((token) => isPath(token) && !elsewhere.test(token) && !examples.test(token) && !exists(token)),
    links: links.filter((target) => !target.startsWith('/') && !existsSync(path.join(root, path.dirname(document), target))),
  }).toEqual({ paths: [], links: [] })
})

test('each decision record has a number of its own, the one in its title', () => {
  const records = tracked.filter((file) => /^docs\/decisions\/\d/.test(file))
  const numbers = records.map((file) => path.basename(file).slice(0, 4))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  const titles = records.map((file) => readFileSync(path.join(root, file), 'utf8').slice(0, 7))
  expect(titles).toEqual(numbers.map((number) => `# ${number}:`))
})

test('the commands have a line for each npm script', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const rows = [...readFileSync(path.join(root, 'docs/commands.md'), 'utf8').matchAll(/^\| `npm (?:run )?([\w-]+)/gm)].map(
    ([, name]) => name,
  )
  expect(rows.toSorted()).toEqual(Object.keys(scripts).toSorted())
})

test('editors complete each file of content/ by its schema', () => {
  const settings = JSON.parse(readFileSync(path.join(root, '.vscode/settings.json'), 'utf8'))
  expect(settings['yaml.schemas']).toEqual(
    Object.fromEntries(
      Object.keys(schemas)
        // All forms have the same schema.
        .map((file) => (file.startsWith('forms/') ? ['forms/contact.yaml', 'forms/*.yaml'] : [file, file]))
        .map(([schema, file]) => [`./.cache/schemas/${schema?.replace('.yaml', '.json')}`, `/content/${file}`]),
    ),
  )
})
