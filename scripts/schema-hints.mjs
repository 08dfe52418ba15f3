import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { root } from './runtime.mjs'

/** The doc comment that ends before `start`, as one line. */
const commentBefore = (source, start) => {
  const [, comment] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(source.slice(0, start)) ?? []
  return comment?.replace(/\s*\n\s*\*?\s*/g, ' ').trim()
}

const words = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const empty = ['the', 'a', 'an', 'our', 'its']

/**
 * What a doc comment says in the editor: `[Label | name of an option | …] Hint`. Without a label, the key is one; a hint that only repeats its label is left out.
 */
function saidBy(comment) {
  const [, named, hint = comment] = /^\[([^\]]+)\]\s*(.*)$/.exec(comment) ?? []
  const [title, ...names] = named?.split(' | ') ?? []
  const isNews = words(hint).some((word) => !empty.includes(word) && !words(title ?? '').includes(word))
  return JSON.stringify({ ...(title && { title }), ...(names.length > 0 && { names }), ...(isNews && { description: hint }) })
}

/** Adds the doc comment of each key to its schema, as the label and the description that the editor shows. */
function described(source) {
  const edits = []
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node?.type !== 'string') return
    const comment = node.type === 'Property' && !node.method && commentBefore(source, node.start)
    if (comment) {
      const { start, end } = node.value
      const value = `(${source.slice(start, end)}).meta(${saidBy(comment)})`
      if (node.shorthand) edits.push([node.start, node.end, `${node.key.name}: ${value}`])
      // The value may have keys of its own.
      else edits.push([start, start, '('], [end, end, `).meta(${saidBy(comment)})`])
    }
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child)
  }
  visit(parseAst(source, { lang: 'ts' }))
  return edits
    .toSorted((a, b) => b[0] - a[0])
    .reduce((text, [from, to, put]) => text.slice(0, from) + put + text.slice(to), source)
}

/** A Vite plugin: the doc comments of the content's schemas are the hints in the editor (docs/decisions/0215). */
export const schemaHints = {
  name: 'schema-hints',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/content\/schema\/[a-z-]+\.ts$/ },
    handler: (source) => described(source),
  },
}

/** What the checks of content need of the project's folder, as a constant of the build: the paths of the pages, and the pictures. */
export const builtPaths = () => ({
  BUILT_PATHS: JSON.stringify({
    routes: readdirSync(path.join(root, 'src/site/pages'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.astro'))
      .map((file) => `/${file.replaceAll('\\', '/').replace(/\.astro$/, '')}`.replace(/\/(index|\[\.\.\.\w+\])$/, '') || '/')
      .toSorted(),
    pictures: ['portraits', 'logos', 'pictures']
      .filter((folder) => existsSync(path.join(root, 'content', folder)))
      .flatMap((folder) => readdirSync(path.join(root, 'content', folder)).map((file) => `content/${folder}/${file}`))
      .toSorted(),
  }),
})
