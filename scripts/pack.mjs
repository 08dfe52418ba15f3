// `npm run pack [-- --node] [FOLDER]`: packs the built server into an archive in FOLDER, by default the project's. The archive runs on any machine with Node.js 26;
// with --node it contains Node.js as well.
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { must } from './run.mjs'
import { pinned, root, runtime } from './runtime.mjs'
import { versionOf } from './version.mjs'

/** The files and folders of the project that go into an archive. */
export const copied = [
  'dist',
  'LICENSE',
  '.env.example',
  'docs/operations.md',
  'docs/operations-reference.md',
  'docs/scripts.md',
  'integrations/caddy',
  'integrations/debian',
  'integrations/google-sheets',
  'integrations/nginx',
]

/** Programs that only developers use. They do not go into an archive. */
const excluded = ['check.js']

/**
 * Packs the current build.
 * @param {string} folder the folder for the archive
 * @param {boolean} withNode whether the archive contains the project's own Node.js, for machines of the same platform
 * @returns {Promise<{ archive: string, release: string }>} the path of the archive, and the name of the folder in it
 */
export async function pack(folder, withNode) {
  const { name, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  // A commit after the build may have taken its sources.
  const version = versionOf(readFileSync(path.join(root, 'dist', '.built'), 'utf8'))
  const release = `${name}-${version}`
  const made = mkdtempSync(path.join(tmpdir(), 'kolam-pack-'))
  const within = (...names) => path.join(made, release, ...names)
  try {
    mkdirSync(within('bin'), { recursive: true })
    for (const file of copied) cpSync(path.join(root, file), within(file), { recursive: true })
    for (const file of excluded) rmSync(within('dist', 'server', file))
    writeFileSync(within('dist', '.version'), `${version}\n`)
    // Without it, Node.js would first parse the bundle as CommonJS.
    writeFileSync(
      within('package.json'),
      `${JSON.stringify({ name, version, license, private: true, type: 'module' }, null, 2)}\n`,
    )
    copyFileSync(path.join(root, 'scripts', 'launcher.sh'), within('bin', 'kolam'))
    chmodSync(within('bin', 'kolam'), 0o755)
    if (withNode) {
      mkdirSync(within('node', 'bin'), { recursive: true })
      copyFileSync(pinned() ?? runtime(), within('node', 'bin', 'node'))
    }
    const archive = path.resolve(folder, `${release}.tar.gz`)
    await must('tar', ['-czf', archive, '-C', made, '--owner=0', '--group=0', release])
    return { archive, release }
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { build, install } = await import('./setup.mjs')
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { node: { type: 'boolean', default: false } } })
  await install()
  await build()
  const { archive } = await pack(positionals[0] ?? root, values.node)
  console.log(`${archive} (${(statSync(archive).size / 1e6).toFixed(1)} MB)`)
}
