import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './server.ts'

const sources = ['src', 'content', 'scripts', 'package.json', 'astro.config.mjs', 'vite.server.config.mjs', 'tsconfig.json']

/** A copy of the project and its build with the content of tests/fixtures. A test may change its files; it uses this project's dependencies. */
export interface Project {
  readonly folder: string
  /** Replaces a text in a file. The returned function restores the file. */
  edit(file: string, from: string, to: string): () => void
  remove(): void
}

export function copyProject(): Project {
  const folder = mkdtempSync(path.join(tmpdir(), 'kolam-project-'))
  for (const name of sources) cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  // These tests edit the content of the specification. Our own content may change at any time.
  cpSync(path.join(root, 'tests/fixtures/content'), path.join(folder, 'content'), { recursive: true })
  cpSync(path.join(root, 'dist'), path.join(folder, 'dist'), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return {
    folder,
    edit(file, from, to) {
      const target = path.join(folder, file)
      const before = readFileSync(target, 'utf8')
      if (!before.includes(from)) throw new Error(`${file} does not contain ${JSON.stringify(from)}`)
      writeFileSync(target, before.replace(from, to))
      return () => writeFileSync(target, before)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
