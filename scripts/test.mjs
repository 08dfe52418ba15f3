// `npm test`: the same set-up as `npm start`, what only the tests need, then every check; with arguments, only the tests that they name.
// Ends with one line of counts.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
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

/** Runs the browser tests in a quarter less processor time; without it they run in Chromium (docs/decisions/0179). */
const faster = [['chromium-headless-shell', '/usr/bin/chromium-headless-shell']]

/** Installs those of the packages that are not there. @throws when apt-get fails */
function installPackages(requested) {
  const missing = requested.filter(([, file]) => !existsSync(file)).map(([name]) => name)
  if (missing.length === 0) return
  console.log(`Installing ${missing.join(', ')} from the system's packages …`)
  const apt = (...args) => {
    const { status } = spawnSync('apt-get', ['-o', 'Acquire::http::Timeout=20', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed; install ${missing.join(', ')} by hand`)
  }
  apt('update', '-qq')
  apt('install', '-y', '-qq', '--no-install-recommends', ...missing)
}

function installFaster() {
  try {
    installPackages(faster)
  } catch (error) {
    console.log(`${error.message}. The browser tests run in Chromium, and take longer.`)
  }
}

const checks = [
  // of the pages, and of every other file that tsconfig.json includes
  ['types', ['astro', 'check', '--minimumSeverity', 'error', '--noSync']],
  ['lint and format', ['biome', 'check', '.']],
]

const selection = process.argv.slice(2)
await install({ withTools: true })
installPackages(packages)
// a few files are not worth the time that apt-get takes to find that there is no such package
if (selection.length === 0) installFaster()
await build()

const env = environment()
const counts = { passed: 0, failed: 0, skipped: 0 }

/** Runs one of the checks to its end; resolves with its outcome, its output collected. */
const check = ([name, [program, ...args]]) =>
  new Promise((resolve) => {
    const file = path.join(root, 'node_modules', '.bin', program)
    execFile(file, args, { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ name, passed: error === null, output: `${stdout}${stderr}` }),
    )
  })

// the tests leave a part of two cores idle: the checks run while they do
const checking = selection.length === 0 ? checks.map(check) : []

console.log('\n— tests')
const tests = await runTests(selection)
for (const name of Object.keys(counts)) counts[name] += tests[name]

for (const { name, passed, output } of await Promise.all(checking)) {
  console.log(`\n— ${name}${passed ? '' : ': failed'}\n${output.trim()}`)
  counts[passed ? 'passed' : 'failed'] += 1
}

console.log(`\n${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`)
process.exit(counts.failed > 0 ? 1 : 0)
