// Brings dependencies and build up to date: runs `npm ci` when the lock file changed, and a build when a source is newer than the last build.
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { must } from './run.mjs'
import { nodeVersion, root } from './runtime.mjs'

const stamp = path.join(root, 'node_modules', '.kolam-installed')
const built = path.join(root, 'dist', '.built')

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')

/** Whether a manual run of npm has installed what the lock file lists, according to npm's own list of installed packages. */
function installedByHand(withTools) {
  const list = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const { packages: required } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const { packages: installed } = JSON.parse(readFileSync(list, 'utf8'))
  const isSame = (name) =>
    installed[name]?.version === required[name]?.version && installed[name]?.integrity === required[name]?.integrity
  const isNeeded = (name) => name !== '' && !required[name].optional && (withTools || !required[name].dev)
  return Object.keys(installed).every(isSame) && Object.keys(required).filter(isNeeded).every(isSame)
}

/**
 * Whether npm installs the build tools under this version of Node.js: it skips optional platform packages that require a newer one.
 * @param {string} version
 */
export function installsTools(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
}

/** Runs npm on `node`. Uses the npm that started this process when there is one. */
function npm(node, args, options = {}) {
  const program = process.env.npm_execpath
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` }
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const isScript = program?.endsWith('.js') || program?.endsWith('.cjs')
  return isScript
    ? must(node, [program, ...args, ...quiet], { env, ...options })
    : must('npm', [...args, ...quiet], { env, ...options })
}

/** Installs the Node.js of the lock file into `folder`. @returns its path */
async function installNode(folder) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const isOurs = ([, { os, cpu }]) => os?.includes(process.platform) && cpu?.includes(process.arch)
  const isNode = ([location]) => /^node_modules\/node-/.test(location)
  const [location, entry] = Object.entries(packages).find((item) => isNode(item) && isOurs(item)) ?? []
  if (location === undefined) throw new Error(`The lock file has no Node.js for this platform. Install Node.js ${nodeVersion}.`)
  const top = { name: 'runtime', dependencies: { [path.basename(location)]: entry.version } }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(top))
  writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, packages: { '': top, [location]: entry } }),
  )
  await npm(process.execPath, ['ci'], { cwd: folder })
  return path.join(folder, location, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node')
}

/** One of the developer tools. When it is installed, all are. */
const tool = path.join(root, 'node_modules', 'vitest')

/**
 * Installs the dependencies when the lock file has changed. The machine's Node.js may be as old as 18.
 * @param withTools whether to install the developer tools too: tests, types, lint. When they are installed, they stay.
 * @param version the version of Node.js that npm runs on
 */
export async function install({ withTools = false, version = process.versions.node } = {}) {
  const hash = lockHash()
  const hasTools = existsSync(tool)
  const isCurrent = existsSync(stamp)
    ? readFileSync(stamp, 'utf8') === hash
    : installsTools(version) && installedByHand(withTools)
  if (isCurrent && (hasTools || !withTools)) return
  console.log('Installing dependencies …')
  const args = ['ci', withTools || hasTools ? '--include=dev' : '--omit=dev']
  if (installsTools(version)) await npm(process.execPath, args)
  else {
    const folder = mkdtempSync(path.join(tmpdir(), 'kolam-node-'))
    try {
      await npm(await installNode(folder), args)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  writeFileSync(stamp, hash)
}

/** The latest modification time of `file` and the files in it, in milliseconds. */
function newest(file) {
  const status = statSync(file)
  if (!status.isDirectory()) return status.mtimeMs
  return readdirSync(file).reduce((latest, name) => Math.max(latest, newest(path.join(file, name))), status.mtimeMs)
}

/** The files and folders that a build reads. */
export const sources = [
  'src',
  'content',
  'public',
  'scripts/build.mjs',
  'scripts/content-pictures.mjs',
  'scripts/css-layers.mjs',
  'scripts/css-names.mjs',
  'scripts/evaluate.mjs',
  'scripts/schema-hints.mjs',
  'astro.config.mjs',
  'vite.server.config.mjs',
  'package-lock.json',
]

export async function build() {
  const files = sources.map((name) => path.join(root, name)).filter((file) => existsSync(file))
  if (existsSync(built) && statSync(built).mtimeMs > Math.max(...files.map(newest))) return
  console.log('Building …')
  const { buildAll } = await import('./build.mjs')
  await buildAll()
}
