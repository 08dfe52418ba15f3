// `npm test`: installs and builds as `npm start` does, installs what only the tests need, and runs all tests and checks. With arguments it runs only
// the tests that they name, and builds only if these need it. The last line of its output has the counts.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { needBuild } from './need-build.mjs'
import { runTests } from './run-tests.mjs'
import { environment, root } from './runtime.mjs'
import { build, install } from './setup.mjs'

/** System packages that only the tests need, each with a file that it installs. */
const packages = [
  ['caddy', '/usr/bin/caddy'],
  ['chromium', '/usr/bin/chromium'],
  ['curl', '/usr/bin/curl'],
  // Chromium shows it for the fallback of our font (src/ui/faces.css).
  ['fonts-liberation', '/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf'],
  ['nginx-light', '/usr/sbin/nginx'],
  ['postgresql', '/usr/lib/postgresql'],
  ['shellcheck', '/usr/bin/shellcheck'],
  ['strace', '/usr/bin/strace'],
  ['systemd', '/usr/bin/systemd-analyze'],
]

/** Runs the browser tests with a quarter less CPU. Without it they run in Chromium (docs/decisions/0076). */
const faster = [['chromium-headless-shell', '/usr/bin/chromium-headless-shell']]

/** Installs the missing ones of the packages. @throws when apt-get fails */
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
  // Checks the pages and every other file that tsconfig.json includes.
  ['types', ['astro', 'check', '--minimumSeverity', 'error', '--noSync']],
  ['lint and format', ['biome', 'check', '.']],
]

const selection = process.argv.slice(2)
if (selection.length > 0) process.env.KOLAM_EVERY_FILE = 'yes'
await install({ withTools: true })
installPackages(packages)
// For a few files it is not worth waiting for apt-get, which may find no such package.
if (selection.length === 0) installFaster()
// A build takes most of a minute, and a test of a module needs none.
if (needBuild(selection)) await build()

const env = environment()
const counts = { passed: 0, failed: 0, skipped: 0 }

/** Runs one check. Resolves with its outcome and its output. */
const check = ([name, [program, ...args]]) =>
  new Promise((resolve) => {
    const file = path.join(root, 'node_modules', '.bin', program)
    execFile(file, args, { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ name, passed: error === null, output: `${stdout}${stderr}` }),
    )
  })

// The checks run at the same time as the tests, which do not use two cores fully.
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
