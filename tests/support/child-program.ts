import path from 'node:path'
import { build } from 'vite'
import { sentences } from '../../scripts/sentences.mjs'
import { root } from './server.ts'

const outDir = path.join(root, 'node_modules/.child-programs')

/**
 * Builds a program of this folder, because only a build lists migrations and forms. Returns its file. It is two folders below the root, like its source,
 * because it reads the content relative to itself.
 */
export async function childProgram(name: string): Promise<string> {
  const entry = path.join(root, 'tests/support', `${name}.ts`)
  await build({ configFile: false, logLevel: 'error', plugins: [sentences], build: { ssr: entry, outDir, emptyOutDir: false } })
  return path.join(outDir, `${name}.js`)
}
