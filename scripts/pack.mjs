// `npm run pack [-- --node] [FOLDER]`: packs the built server into an archive in FOLDER, by default the project's. The archive runs on any machine with Node.js 24;
// with --node it contains Node.js as well.
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { must } from './run.mjs'
import { root, runtime } from './runtime.mjs'

/** The files and folders of the project that go into an archive. */
export const copied = [
  'dist',
  'LICENSE',
  '.env.example',
  'docs/operations.md',
  'integrations/caddy',
  'integrations/debian',
  'integrations/google-sheets',
  'integrations/nginx',
]

/** Programs that only developers use. They do not go into an archive. */
const excluded = ['check.js']

const launcher = () => `#!/bin/sh
# kolam start, or: backup FILE, restore FILE, rehearse, doctor, import FILE, move --to ADDRESS, move --cancel, login-link, seed
set -eu
here=$(dirname "$(readlink -f "$0")")/..
node="$here/node/bin/node"
if [ ! -x "$node" ]; then
  node=node
  version=$(node -p process.versions.node 2>/dev/null || echo none)
  if ! [ "\${version%%.*}" -ge 24 ] 2>/dev/null; then
    echo "Kolam needs Node.js 24; there is: $version. An archive made with --node brings its own." >&2
    exit 1
  fi
fi
program=\${1:-start}
[ $# -eq 0 ] || shift
[ "$program" != start ] || exec "$node" "$here/dist/server/main.js"
if [ "$program" = main ] || [ ! -f "$here/dist/server/$program.js" ]; then
  echo "Unknown program: $program. Programs: start, backup, restore, rehearse, doctor, import, move, login-link, seed." >&2
  exit 1
fi
exec "$node" "$here/dist/server/$program.js" "$@"
`

/**
 * Packs the current build.
 * @param {string} folder the folder for the archive
 * @param {boolean} withNode whether the archive contains the project's own Node.js, for machines of the same platform
 * @returns {Promise<{ archive: string, release: string }>} the path of the archive, and the name of the folder in it
 */
export async function pack(folder, withNode) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const built = readFileSync(path.join(root, 'dist', '.built'), 'utf8').replace(/[-:]|\..*$/g, '')
  const release = `${name}-${version}-${built}`
  const made = mkdtempSync(path.join(tmpdir(), 'kolam-pack-'))
  const within = (...names) => path.join(made, release, ...names)
  try {
    mkdirSync(within('bin'), { recursive: true })
    for (const file of copied) cpSync(path.join(root, file), within(file), { recursive: true })
    for (const file of excluded) rmSync(within('dist', 'server', file))
    // Without it, Node.js would first parse the bundle as CommonJS.
    writeFileSync(
      within('package.json'),
      `${JSON.stringify({ name, version, license, private: true, type: 'module' }, null, 2)}\n`,
    )
    writeFileSync(within('bin', 'kolam'), launcher())
    chmodSync(within('bin', 'kolam'), 0o755)
    if (withNode) {
      mkdirSync(within('node', 'bin'), { recursive: true })
      copyFileSync(runtime(), within('node', 'bin', 'node'))
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
