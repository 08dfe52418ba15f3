// Brings dependencies and build up to date: `npm ci` when the lock file changed, a build when a source is newer than the last one.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { must } from './run.mjs'
import { root } from './runtime.mjs'

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

/** What packages bring and nothing here uses: C headers, and a canvas for PDF pages outside a browser. */
const unused = [
  `node-${process.platform}-${process.arch}/include`,
  '@napi-rs/canvas',
  `@napi-rs/canvas-${process.platform}-${process.arch}-gnu`,
]

/**
 * Installs the dependencies when the lock file has changed.
 * @param withTools with the tools of developers: tests, types, lint. What was installed once stays.
 */
export async function install({ withTools = false } = {}) {
  const hash = lockHash()
  const [installed, extent] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  const isEnough = extent === 'all' || !withTools
  if (installed === undefined ? installedByHand(withTools) : installed === hash && isEnough) return
  console.log('Installing dependencies …')
  const all = withTools || extent === 'all'
  // npm's own program, so that the npm that runs this is the npm that installs
  const npm = process.env.npm_execpath
  const args = ['ci', all ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error']
  await (npm?.endsWith('.js') || npm?.endsWith('.cjs') ? must(process.execPath, [npm, ...args]) : must('npm', args))
  for (const name of unused) rmSync(path.join(root, 'node_modules', name), { recursive: true, force: true })
  writeFileSync(stamp, `${hash} ${all ? 'all' : 'run'}`)
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
