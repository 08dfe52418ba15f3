// `npm test`: the same set-up as `npm start`, what only the tests need, then every check; with arguments, only the tests that they name.
// Ends with one line of counts.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { run } from './run.mjs'
import { runTests } from './run-tests.mjs'
import { environment, root } from './runtime.mjs'
import { build, install } from './setup.mjs'

/** System packages that only the tests need, and a file that each brings. */
const packages = [
  ['caddy', '/usr/bin/caddy'],
  ['chromium', '/usr/bin/chromium'],
  ['curl', '/usr/bin/curl'],
  ['nginx-light', '/usr/sbin/nginx'],
  ['postgresql', '/usr/lib/postgresql'],
  ['shellcheck', '/usr/bin/shellcheck'],
  ['strace', '/usr/bin/strace'],
  ['systemd', '/usr/bin/systemd-analyze'],
]

function installPackages() {
  const missing = packages.filter(([, file]) => !existsSync(file)).map(([name]) => name)
  if (missing.length === 0) return
  console.log(`Installing ${missing.join(', ')} from the system's packages …`)
  const apt = (...args) => {
    const { status } = spawnSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed; install ${missing.join(', ')} by hand`)
  }
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', ...missing)
}

const checks = [
  // of the pages, and of every other file that tsconfig.json includes
  ['types', ['astro', 'check', '--minimumSeverity', 'error', '--noSync']],
  ['lint and format', ['biome', 'check', '.']],
]

await install({ withTools: true })
installPackages()
await build()

const env = environment()
const counts = { passed: 0, failed: 0, skipped: 0 }

const selection = process.argv.slice(2)
for (const [name, [program, ...args]] of selection.length === 0 ? checks : []) {
  console.log(`\n— ${name}`)
  const code = await run(path.join(root, 'node_modules', '.bin', program), args, { env })
  counts[code === 0 ? 'passed' : 'failed'] += 1
}

console.log('\n— tests')
const tests = await runTests(selection)
for (const name of Object.keys(counts)) counts[name] += tests[name]

console.log(`\n${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`)
process.exit(counts.failed > 0 ? 1 : 0)
