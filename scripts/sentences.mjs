import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { root } from './runtime.mjs'

/** The name of a value in a sentence: its last name in the source. */
const nameOf = (source) => /(\w+)\W*$/.exec(source)?.[1] ?? 'value'

/** The sentences that `translate` and `untranslated` have in a source, with `{…}` for each value. */
function sentencesIn(source, file) {
  const found = []
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node?.type !== 'string') return
    if (node.type === 'TaggedTemplateExpression' && /^(translate|translateNodes|untranslated)$/.test(node.tag.name ?? '')) {
      const { quasis, expressions } = node.quasi
      found.push(
        quasis
          .map(
            ({ value }, at) =>
              value.cooked + (expressions[at] ? `{${nameOf(source.slice(expressions[at].start, expressions[at].end))}}` : ''),
          )
          .join(''),
      )
    }
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child)
  }
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return found
}

/** The sentences of a page as a script: Astro's markup is none. */
const inScript = (source) => (source.match(/\b(?:translate|untranslated)`(?:\$\{[^}]*\}|[^`])*`/g) ?? []).join('\n')

/** The sentences of the files that match, each once. */
const sentencesOf = (...patterns) => [
  ...new Set(
    globSync(patterns, { cwd: root })
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .toSorted()
      .flatMap((file) => {
        const source = readFileSync(path.join(root, file), 'utf8')
        if (!/\b(translate|translateNodes|untranslated)`/.test(source)) return []
        return file.endsWith('.astro') ? sentencesIn(inScript(source), 'page.tsx') : sentencesIn(source, file)
      }),
  ),
]

/** The parts of a source's sentences as plain strings, which a minifier can escape. */
function withPlainStrings(source, file) {
  const edits = []
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node?.type !== 'string') return
    if (node.type === 'TaggedTemplateExpression' && /^(translate|translateNodes|untranslated)$/.test(node.tag.name ?? '')) {
      const { quasis, expressions, end } = node.quasi
      const parts = quasis.map(({ value }) => value.cooked)
      const opened = node.tag.name === 'untranslated' ? JSON.stringify(parts[0]) : `${node.tag.name}(${JSON.stringify(parts)}`
      const last = node.tag.name === 'untranslated' ? '' : ')'
      const [first] = expressions
      edits.push({ from: node.start, to: first?.start ?? end, text: first ? `${opened}, ` : opened + last })
      expressions.forEach((expression, at) => {
        const next = expressions[at + 1]
        edits.push({ from: expression.end, to: next?.start ?? end, text: next ? ', ' : last })
      })
    }
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child)
  }
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((text, { from, to, text: next }) => text.slice(0, from) + next + text.slice(to), source)
}

/** A Vite plugin for the server: V8 would hold a file with a template beyond Latin-1 with two bytes for each character. */
export const plainSentences = {
  name: 'plain-sentences',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.+\.tsx?$/, code: /\b(?:translate|translateNodes|untranslated)`/ },
    handler: (source, id) => withPlainStrings(source, id),
  },
}

/** A Vite plugin: `virtual:sentences` has every sentence of the program that is said in the applicant's language, by where it is said. */
export const sentences = {
  name: 'sentences',
  resolveId: (source) => (source === 'virtual:sentences' ? '\0virtual:sentences' : undefined),
  load(id) {
    if (id !== '\0virtual:sentences') return undefined
    const ofForms = sentencesOf(
      'src/form-view/!(private-page|refusal)/**/*.{ts,tsx}',
      'src/form-view/*.{ts,tsx}',
      'src/features/*/{form.ts,form/*.{ts,tsx}}',
      'src/forms/**/*.ts',
      'src/shared/wait-in-words.ts',
      'src/site/islands/visitor-time.ts',
    )
    const all = sentencesOf('src/{form-view,forms,shared,content,applications,server,site,features}/**/*.{ts,tsx,astro}')
    return `export const ofForms = ${JSON.stringify(ofForms)}\nexport const ofPages = ${JSON.stringify(all.filter((sentence) => !ofForms.includes(sentence)))}`
  },
}
