import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pack } from '../../scripts/pack.mjs'
import { answers, submission } from '../support/answers.ts'
import { freePort, until } from '../support/server.ts'

/** A folder outside the project. */
let folder: string
let launcher: string
let version: string
let server: ChildProcess | undefined
/** Only Node.js and the programs of the system. */
const bare = { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin` }

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kolam-packed-'))
  const { archive, release } = await pack(folder, false)
  expect(statSync(archive).size).toBeLessThan(14_000_000)
  spawnSync('tar', ['-xzf', archive, '-C', folder])
  symlinkSync(release, path.join(folder, 'current'))
  launcher = path.join(folder, 'current/bin/kolam')
  version = release.replace('kolam-', '')
})
afterAll(() => {
  server?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

it('an unpacked archive serves pages, stores a submission, and is backed up', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { ...bare, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'error' }
  server = spawn(launcher, ['start'], { cwd: folder, env: settings, stdio: ['ignore', 'ignore', 'inherit'] })
  const get = (route: string) => fetch(url + route).catch(() => undefined)
  const page = await until('the first answer', () => get('/accelerator'), 10_000)
  expect([page.status, (await page.text()).includes('</html>')]).toEqual([200, true])
  const sent = await fetch(`${url}/api/submit-application`, submission('WorkForStartups', answers('WorkForStartups')))
  expect([sent.status, (await sent.json()).success]).toEqual([201, true])

  const copy = path.join(folder, 'copy.sqlite')
  const backup = spawnSync(launcher, ['backup', copy], { cwd: folder, env: settings, encoding: 'utf8' })
  expect([backup.status, backup.stderr, existsSync(copy)]).toEqual([0, '', true])
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await get('/healthz')).toBeUndefined()
  expect(readdirSync(path.join(folder, 'current')).sort()).toEqual([
    '.env.example',
    'LICENSE',
    'bin',
    'dist',
    'docs',
    'integrations',
    'package.json',
  ])
})

it('a server whose watching program is killed stops in order', async () => {
  const port = await freePort()
  const settings = { ...bare, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: path.join(folder, 'alone'), LOG_LEVEL: 'error' }
  const launched = spawn(launcher, ['start'], { cwd: folder, env: settings, stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  launched.stderr.on('data', (chunk) => (printed += chunk))
  const get = () => fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
  await until('the first answer', get, 10_000)
  const [pid = ''] = spawnSync('pgrep', ['--parent', String(launched.pid)], { encoding: 'utf8' }).stdout.split('\n')
  const closed = once(launched.stderr, 'close')
  // A server at work sends the sign of life that is due before it notices that nobody reads it.
  const body = `[${'1,'.repeat(900_000)}1]`
  const headers = { 'content-type': 'application/json' }
  const posts = Array.from({ length: 30 }, () =>
    fetch(`http://127.0.0.1:${port}/api/submit-application`, { method: 'POST', headers, body }).catch(() => undefined),
  )
  await Promise.race(posts)
  process.kill(Number(pid), 'SIGSTOP')
  const due = performance.now() + 1500
  launched.kill('SIGKILL')
  await until('a sign of life to be due', () => performance.now() > due)
  process.kill(Number(pid), 'SIGCONT')
  await Promise.all([closed, ...posts])
  await until('the end', () => !existsSync(`/proc/${pid}`), 15_000)
  expect(printed).toBe('')
})

it('a server that stands still is ended after 30 s, so that it is started again', async () => {
  const port = await freePort()
  const settings = { ...bare, HOST: '127.0.0.1', PORT: String(port), DATA_DIR: path.join(folder, 'still'), LOG_LEVEL: 'error' }
  const launched = spawn(launcher, ['start'], { cwd: folder, env: settings, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(launched, 'exit')
  let printed = ''
  launched.stderr.on('data', (chunk) => (printed += chunk))
  const get = () => fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
  await until('the first answer', get, 10_000)
  const [pid = ''] = spawnSync('pgrep', ['--parent', String(launched.pid)], { encoding: 'utf8' }).stdout.split('\n')
  process.kill(Number(pid), 'SIGSTOP')
  expect(await ended).toEqual([1, null])
  expect(printed).toContain('The server did nothing for 30 s. It is ended, to be started again.')
  expect(existsSync(`/proc/${pid}`)).toBe(false)
})

it('an archive without its Node.js names the required version', () => {
  const old = path.join(folder, 'old')
  mkdirSync(old)
  writeFileSync(path.join(old, 'node'), '#!/bin/sh\necho 22.11.0\n', { mode: 0o755 })
  const { status, stderr } = spawnSync(launcher, ['start'], { env: { PATH: `${old}:/usr/bin:/bin` }, encoding: 'utf8' })
  expect([status, stderr]).toEqual([
    1,
    'Kolam needs Node.js 26; there is: 22.11.0. An archive made with --node brings its own.\n',
  ])
})

it('an unknown program is refused, and help is named; what the service does is said', () => {
  const refused = (program: string) => {
    const { status, stderr } = spawnSync(launcher, [program], { env: bare, encoding: 'utf8' })
    return [status, stderr]
  }
  expect(refused('reload')).toEqual([1, `Unknown program: reload. ${launcher} help lists all programs.\n`])
  expect(refused('logs')).toEqual([1, expect.stringMatching(/^logs is the service's: systemctl .* journalctl -u kolam; .*\n$/)])
})

it.each([[[]], [['help']], [['--help']], [['-h']], [['backup', '--help']]])('%j prints help, without Node.js', (args) => {
  const { status, stdout } = spawnSync(launcher, args, { cwd: folder, env: { PATH: '/usr/bin:/bin' }, encoding: 'utf8' })
  const programs = [...new Set([...stdout.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name))]
  expect([status, stdout.split('\n')[0], programs.filter((name) => !['start', 'version'].includes(name)).sort()]).toEqual([
    0,
    `Kolam ${version}. Usage: ${launcher} PROGRAM [ARGUMENT]…`,
    readdirSync(path.join(folder, 'current/dist/server'))
      .filter((file) => /^[a-z-]+\.js$/.test(file) && !['main.js', 'watch.js'].includes(file))
      .map((file) => path.basename(file, '.js'))
      .sort(),
  ])
})

it('the version is that of the archive, with the commit', () => {
  const { status, stdout } = spawnSync(launcher, ['version'], { env: bare, encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, `${version}\n`])
  expect(version).toMatch(/^\d+\.\d+\.\d+-\d{8}T\d{6}-[0-9a-f]{10}(-changed)?$/)
})

it.each([
  [['backup'], 'backup FILE or FOLDER/ [--keep 90d]'],
  [['restore'], 'restore FILE [--yes]'],
])('the usage of %s names the program of the archive', (args, usage) => {
  const { status, stderr } = spawnSync(launcher, args, { cwd: folder, env: bare, encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, `Usage: ${launcher} ${usage}\n`])
})

it('the launcher passes shellcheck', () => {
  const { status, stdout } = spawnSync('shellcheck', [launcher], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, ''])
})
