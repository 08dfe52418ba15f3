// Brings dependencies and build up to date: `npm ci` when the lock file changed, a build when a source is newer than the last one.
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { must } from './run.mjs'
import { root } from './runtime.mjs'
import { removeUnused } from './slim.mjs'

const stamp = path.join(root, 'node_modules', '.kolam-installed')
const built = path.join(root, 'dist', '.built')

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')

/** Whether npm was run by hand, and has installed what the lock file lists: npm's own list of what it installed has the versions. */
function installedByHand(withTools) {
  const list = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const { packages: required } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const { packages: there } = JSON.parse(readFileSync(list, 'utf8'))
  const same = (name) => there[name]?.version === required[name]?.version && there[name]?.integrity === required[name]?.integrity
  const isNeeded = (name) => name !== '' && !required[name].optional && (withTools || !required[name].dev)
  return Object.keys(there).every(same) && Object.keys(required).filter(isNeeded).every(same)
}

/**
 * Whether npm brings the build's tools under this Node.js: it leaves the packages of a platform out that ask for a newer one.
 * @param {string} version
 */
export function bringsTools(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
}

/** Runs npm on `node`: its own program where that is known, so that the npm that runs this is the npm that installs. */
function npm(node, args, options = {}) {
  const program = process.env.npm_execpath
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` }
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const isScript = program?.endsWith('.js') || program?.endsWith('.cjs')
  return isScript
    ? must(node, [program, ...args, ...quiet], { env, ...options })
    : must('npm', [...args, ...quiet], { env, ...options })
}

/** Installs the project's own Node.js, as the lock file has it, into `folder`. @returns its path */
async function installNode(folder) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const isOurs = ([, { os, cpu }]) => os?.includes(process.platform) && cpu?.includes(process.arch)
  const isNode = ([location]) => /^node_modules\/node-/.test(location)
  const [location, entry] = Object.entries(packages).find((item) => isNode(item) && isOurs(item)) ?? []
  if (location === undefined) throw new Error('The lock file has no Node.js for this platform. Install Node.js 24.')
  const top = { name: 'runtime', dependencies: { [path.basename(location)]: entry.version } }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(top))
  writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, packages: { '': top, [location]: entry } }),
  )
  await npm(process.execPath, ['ci'], { cwd: folder })
  return path.join(folder, location, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node')
}

/** One of the tools of developers: where it is, the others are. */
const tool = path.join(root, 'node_modules', 'vitest')

/**
 * Installs the dependencies when the lock file has changed. The machine's Node.js may be as old as 18.
 * @param withTools with the tools of developers: tests, types, lint. Where they are installed, they stay.
 * @param version the version of Node.js that npm runs on
 */
export async function install({ withTools = false, version = process.versions.node } = {}) {
  const hash = lockHash()
  const hasTools = existsSync(tool)
  const isCurrent = existsSync(stamp) ? readFileSync(stamp, 'utf8') === hash : bringsTools(version) && installedByHand(withTools)
  if (isCurrent && (hasTools || !withTools)) return
  console.log('Installing dependencies …')
  const args = ['ci', withTools || hasTools ? '--include=dev' : '--omit=dev']
  if (bringsTools(version)) await npm(process.execPath, args)
  else {
    const folder = mkdtempSync(path.join(tmpdir(), 'kolam-node-'))
    try {
      await npm(await installNode(folder), args)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  removeUnused(path.join(root, 'node_modules'), withTools || hasTools)
  writeFileSync(stamp, hash)
}

/** When a file below `file` was last changed, in milliseconds. */
function newest(file) {
  const status = statSync(file)
  if (!status.isDirectory()) return status.mtimeMs
  return readdirSync(file).reduce((latest, name) => Math.max(latest, newest(path.join(file, name))), status.mtimeMs)
}

/** What a build reads. */
export const sources = [
  'src',
  'content',
  'public',
  'scripts/build.mjs',
  'scripts/css-names.mjs',
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
