import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './runtime.mjs'

const testFolder = path.join(root, 'tests') + path.sep
const serverHelper = path.join(testFolder, 'support', 'server.ts')

/** Whether a test starts built programs or reads other built files: then it, or a module of the tests that it imports, names them. */
function needsBuild(file, seen = new Set()) {
  if (seen.has(file)) return false
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  if (file !== serverHelper && /startServer|dist\/|'dist'/.test(text)) return true
  const imported = [...text.matchAll(/from '(\.[^']+\.tsx?)'/g)].map(([, name]) => path.resolve(path.dirname(file), name))
  return imported.some((other) => other.startsWith(testFolder) && needsBuild(other, seen))
}

/**
 * Whether the tests that the arguments name need a build. Arguments that are no test files may name any test.
 * @param {readonly string[]} args
 */
export function needBuild(args) {
  const files = args.filter((arg) => !arg.startsWith('-')).map((name) => path.resolve(root, name))
  const areTests = files.length > 0 && files.every((file) => /\.test\.tsx?$/.test(file) && existsSync(file))
  return !areTests || files.some((file) => needsBuild(file))
}
