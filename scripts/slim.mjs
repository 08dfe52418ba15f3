// Removes the parts of installed packages that the product does not use, a third of what npm installs. The parts in `unused` are always removed, so `npm test`
// builds without them. Files that only developers need, such as types and source maps, are removed only when the developer tools are not installed.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Other module formats of the same code, and files that only other programs load. */
const unused = [
  `node-${process.platform}-${process.arch}/include`,
  '@base-ui/react/docs',
  '@napi-rs/canvas',
  `@napi-rs/canvas-${process.platform}-${process.arch}-gnu`,
  '@shikijs/langs/dist/cpp-macro.mjs',
  '@shikijs/langs/dist/cpp.mjs',
  '@shikijs/langs/dist/emacs-lisp.mjs',
  '@shikijs/langs/dist/wolfram.mjs',
  '@simplewebauthn/browser/script',
  '@simplewebauthn/server/script',
  '@tanstack/query-core/build/legacy',
  '@tanstack/react-query/build/legacy',
  'csv-parse/dist/cjs',
  'csv-parse/dist/iife',
  'csv-parse/dist/umd',
  'hono/dist/cjs',
  'pdfjs-dist/build/pdf.min.mjs',
  'pdfjs-dist/build/pdf.sandbox.min.mjs',
  'pdfjs-dist/build/pdf.sandbox.mjs',
  'pdfjs-dist/build/pdf.worker.mjs',
  'pdfjs-dist/cmaps',
  'pdfjs-dist/image_decoders',
  'pdfjs-dist/legacy',
  'pdfjs-dist/wasm',
  'pdfjs-dist/web',
  'pino/test',
  'react-dom/cjs/react-dom-profiling.development.js',
  'react-dom/cjs/react-dom-profiling.profiling.js',
  'react-dom/cjs/react-dom-server.bun.development.js',
  'react-dom/cjs/react-dom-server.bun.production.js',
  'read-excel-file/bundle',
  'read-excel-file/commonjs',
]

/** Loaded only by the tests: Node.js takes this module format of the icons, a build takes the other. */
const onlyForTests = ['lucide-react/dist/cjs']

const isMapOrType = (name) => /\.map$|\.d\.[cm]?ts$/.test(name)

/** Sources of compiled files, and guides. Licences stay. */
const isForDevelopers = (name) => /\.[cm]?tsx?$|\.flow$|^(readme|changelog|changes|history|contributing)[^/]*\.md$/i.test(name)

/** Parts of Astro are TypeScript sources, and a build needs some of its type files. */
const isAstro = (name) => name === 'astro' || name === '@astrojs'
const templates = path.join('astro', 'templates')

/** Removes the reference to a source map that is deleted: `npm run dev` would warn about it. */
function removeMapReference(file) {
  if (!/\.[cm]?js$/.test(file) || !existsSync(file)) return
  const text = readFileSync(file, 'utf8')
  const withoutName = text.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
  if (withoutName !== text) writeFileSync(file, withoutName)
}

/** Removes the unused parts of installed packages. @param {boolean} hasTools whether the developer tools are installed */
export function removeUnused(modules, hasTools) {
  for (const name of [...unused, ...(hasTools ? [] : onlyForTests)])
    rmSync(path.join(modules, name), { recursive: true, force: true })
  if (hasTools || !existsSync(modules)) return
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const folder = path.relative(modules, entry.parentPath)
    const isRemoved = isMapOrType(entry.name) || (isForDevelopers(entry.name) && !isAstro(folder.split(path.sep)[0]))
    if (!isRemoved || folder.startsWith(templates)) continue
    const file = path.join(entry.parentPath, entry.name)
    rmSync(file)
    if (entry.name.endsWith('.map')) removeMapReference(file.slice(0, -'.map'.length))
  }
}
