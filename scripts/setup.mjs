// Brings dependencies and build up to date: `npm ci` when the lock file changed, a build when a source is newer than the last one.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { must } from './run.mjs'
import { root } from './runtime.mjs'

const stamp = path.join(root, 'node_modules', '.kolam-installed')
const built = path.join(root, 'dist', '.built')

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')

/** Whether npm was asked by hand, and has brought what the lock file says: its own list of what it installed tells. */
function installedByHand() {
  const list = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(list)) return false
  const { packages: required } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const { packages: there } = JSON.parse(readFileSync(list, 'utf8'))
  const same = (name) => there[name]?.version === required[name]?.version && there[name]?.integrity === required[name]?.integrity
  return (
    Object.keys(there).every(same) && Object.keys(required).every((name) => name === '' || required[name].optional || same(name))
  )
}

export async function install() {
  const hash = lockHash()
  if (existsSync(stamp) ? readFileSync(stamp, 'utf8') === hash : installedByHand()) return
  console.log('Installing dependencies …')
  // npm's own program, so that the npm that runs this is the npm that installs
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  await (npm?.endsWith('.js') || npm?.endsWith('.cjs') ? must(process.execPath, [npm, ...args]) : must('npm', args))
  writeFileSync(stamp, hash)
}

/** When a file below `file` was last changed, in milliseconds. */
function newest(file) {
  const status = statSync(file)
  if (!status.isDirectory()) return status.mtimeMs
  return readdirSync(file).reduce((latest, name) => Math.max(latest, newest(path.join(file, name))), status.mtimeMs)
}

const sources = [
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
