import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { copied, pack } from '../../scripts/pack.mjs'
import { sources } from '../../scripts/setup.mjs'
import { settings } from '../../src/server/config.ts'
import { answers, submission } from '../support/answers.ts'
import { proxyHeaders } from '../support/proxy-headers.ts'
import { freePort, root, until } from '../support/server.ts'

const caddy = '/usr/bin/caddy'
const integrations = path.join(root, 'integrations')
const units = readdirSync(path.join(integrations, 'debian')).filter((name) => /\.(service|timer)$/.test(name))

let folder: string
/** The name of the unpacked archive. */
let release: string
const started: ChildProcess[] = []

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kolam-installing-'))
  const packed = await pack(folder, false)
  release = packed.release
  spawnSync('tar', ['-xzf', packed.archive, '-C', folder])
})
afterAll(async () => {
  for (const child of started) {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined
    child.kill()
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

const first = ['PUBLIC_URL=https://site.test', 'ADMIN_EMAIL=asha@site.test']

/** Runs the script of a release with `machine` as the root folder. */
function install(machine: string, args: readonly string[], from = release, ready = 'true') {
  const { status, stdout, stderr } = spawnSync(path.join(folder, from, 'integrations/debian/install.sh'), args, {
    env: { PATH: `${path.dirname(process.execPath)}:/usr/sbin:/usr/bin:/sbin:/bin`, KOLAM_ROOT: machine, KOLAM_READY: ready },
    encoding: 'utf8',
  })
  const lines = stdout.replaceAll(machine, '').split('\n')
  return { status, stderr, stdout, commands: lines.filter((line) => line.startsWith('  ')).map((line) => line.trim()) }
}
const machineNamed = (name: string): string => path.join(folder, name)

const filesOf = (machine: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(machine, { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.startsWith('opt'))
      .map((file) => [file, statSync(path.join(machine, file))] as const)
      .filter(([, status]) => status.isFile())
      .map(([file, status]) => [file, (status.mode & 0o777).toString(8)]),
  )

describe('install.sh', () => {
  it('installs account, folders, settings, units, release, proxy and timers', () => {
    const machine = machineNamed('new')
    const { status, stderr, commands } = install(machine, [...first, 'MAIL_FROM=Asha "A" <asha@site.test>', 'LOG_LEVEL=warn'])
    expect([status, stderr]).toEqual([0, ''])
    expect(filesOf(machine)).toEqual({
      'etc/caddy/Caddyfile': '644',
      'etc/kolam.env': '600',
      ...Object.fromEntries(units.map((unit) => [`etc/systemd/system/${unit}`, '644'])),
    })
    const written = readFileSync(path.join(machine, 'etc/kolam.env'), 'utf8')
    expect(written.split('\n').filter((line) => /^[A-Z]/.test(line))).toEqual([
      ...first,
      'MAIL_FROM="Asha \\"A\\" <asha@site.test>"',
      'HOST=127.0.0.1',
      'TRUST_PROXY=1',
      'LOG_LEVEL=warn',
    ])
    expect(readFileSync(path.join(machine, 'etc/caddy/Caddyfile'), 'utf8')).toMatch(
      /^site\.test \{[\s\S]*reverse_proxy 127\.0\.0\.1:3000 \{/m,
    )
    expect(readlinkSync(path.join(machine, 'opt/kolam/current'))).toBe(release)
    expect(existsSync(path.join(machine, 'opt/kolam/current/bin/kolam'))).toBe(true)
    for (const name of ['var/lib/kolam', 'var/backups/kolam'])
      expect([name, (statSync(path.join(machine, name)).mode & 0o777).toString(8)]).toEqual([name, '700'])
    expect(commands.filter((command) => /^(useradd|systemctl|env|apt-get)/.test(command))).toEqual([
      'useradd --system --home-dir /var/lib/kolam --shell /usr/sbin/nologin kolam',
      'systemctl daemon-reload',
      'apt-get update -qq',
      'env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends caddy ca-certificates',
      'systemctl enable --quiet --now kolam-backup.timer kolam-rehearse.timer',
      'systemctl enable --quiet kolam.service',
      'systemctl restart kolam.service',
      'systemctl reload-or-restart caddy.service',
    ])
  })

  it('run again, writes nothing and restarts nothing; a setting restarts the server', () => {
    const machine = machineNamed('again')
    install(machine, first)
    const before = readFileSync(path.join(machine, 'etc/kolam.env'), 'utf8')
    const second = install(machine, [])
    expect([second.status, readFileSync(path.join(machine, 'etc/kolam.env'), 'utf8')]).toEqual([0, before])
    expect(second.commands.filter((command) => /^(write|cp|mv|ln)|systemctl (start|re)/.test(command))).toEqual([
      'systemctl start kolam.service',
      'systemctl start caddy.service',
    ])
    const third = install(machine, ['SMTP_URL=smtp://a:b@mail.test', 'ADMIN_EMAIL=ravi@site.test'])
    expect(third.commands.filter((command) => /^write|systemctl re/.test(command))).toEqual([
      'write /etc/kolam.env (mode 600)',
      'systemctl restart kolam.service',
    ])
    expect(readFileSync(path.join(machine, 'etc/kolam.env'), 'utf8')).toBe(
      before
        .replace('#SMTP_URL=smtp://user:password@mail.example:587', 'SMTP_URL=smtp://a:b@mail.test')
        .replace('ADMIN_EMAIL=asha@site.test', 'ADMIN_EMAIL=ravi@site.test'),
    )
  })

  it('run again, gives the pages of Caddy the colours and the name of the site', () => {
    const machine = machineNamed('colours')
    install(machine, first)
    const env = { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`, DATA_DIR: path.join(machine, 'var/lib/kolam') }
    const named = ['Baobab Launch', ...Array(17).fill(''), '#0f3d2e', '#1a6b3c', ...Array(40).fill('')].join('\n')
    const init = spawnSync(path.join(folder, release, 'bin/kolam'), ['init', '--yes'], { env, input: named, encoding: 'utf8' })
    expect([init.status, init.stderr]).toEqual([0, ''])
    const { commands } = install(machine, [])
    expect(commands.filter((command) => /^write|^systemctl.*caddy/.test(command))).toEqual([
      'write /etc/caddy/Caddyfile (mode 644)',
      'systemctl reload-or-restart caddy.service',
    ])
    const written = readFileSync(path.join(machine, 'etc/caddy/Caddyfile'), 'utf8')
    expect(written).toMatch(/^site\.test \{/m)
    expect([written.includes('#44150f'), written.split('<title>One moment, please &#183; Baobab Launch<').length]).toEqual([
      false,
      3,
    ])
    expect(install(machine, []).commands).toContain('systemctl start caddy.service')
  })

  it('of a newer release backs up, switches the link, restarts, keeps the older one', () => {
    const machine = machineNamed('update')
    install(machine, first)
    const newer = `${release}9`
    cpSync(path.join(folder, release), path.join(folder, newer), { recursive: true })
    const { status, commands } = install(machine, [], newer)
    const steps = commands.filter((command) => /kolam-backup\.service$|^mv|restart kolam/.test(command))
    expect([status, steps]).toEqual([
      0,
      [
        `mv -T /opt/kolam/${newer}.partial /opt/kolam/${newer}`,
        'systemctl start kolam-backup.service',
        'mv -T /opt/kolam/next /opt/kolam/current',
        'systemctl restart kolam.service',
      ],
    ])
    expect(readdirSync(path.join(machine, 'opt/kolam')).sort()).toEqual(['current', release, newer])
    expect(readlinkSync(path.join(machine, 'opt/kolam/current'))).toBe(newer)
  })

  it.each([
    ['once', 'runs again, with the settings before.'],
    ['always', 'restore FILE, with the newest file of /var/backups/kolam.'],
  ])('goes back to the release before when the server is not ready %s', (times, end) => {
    const machine = machineNamed(`back-${times}`)
    install(machine, first)
    const newer = `${release}9`
    cpSync(path.join(folder, release), path.join(folder, newer), { recursive: true })
    writeFileSync(path.join(folder, newer, 'integrations/debian/kolam.service'), '[Service]\n')
    const before = filesOf(machine)
    const texts = () => Object.keys(before).map((file) => readFileSync(path.join(machine, file), 'utf8'))
    const written = texts()
    // Fails the first time, or each time.
    const ready = path.join(folder, `ready-${times}`)
    writeFileSync(ready, `#!/bin/sh\n[ -e "$0.asked" ] && [ ${times} = once ] || { touch "$0.asked"; exit 1; }\n`, {
      mode: 0o755,
    })
    const { status, stderr, commands } = install(machine, ['LOG_LEVEL=debug'], newer, ready)
    expect([status, stderr.trimEnd()]).toEqual([1, expect.stringMatching(new RegExp(`${end}$`))])
    expect([filesOf(machine), texts(), readlinkSync(path.join(machine, 'opt/kolam/current'))]).toEqual([before, written, release])
    expect(commands.filter((command) => command === 'systemctl restart kolam.service')).toHaveLength(2)
  })

  it('with --dry-run prints the same and writes nothing', () => {
    const machine = machineNamed('dry')
    const dry = install(machine, [...first, '--dry-run'])
    expect([dry.status, existsSync(machine)]).toEqual([0, false])
    expect(install(machine, first).commands).toEqual(dry.commands)
  })

  it('with --no-proxy leaves Caddy and its file alone', () => {
    const machine = machineNamed('own-proxy')
    const { status, stdout } = install(machine, ['PUBLIC_URL=http://10.0.0.5', 'ADMIN_EMAIL=asha@site.test', '--no-proxy'])
    expect([status, stdout.includes('caddy'), existsSync(path.join(machine, 'etc/caddy'))]).toEqual([0, false, false])
  })

  it.each([
    ['no address and no admin', [], /^Set the address of the site and the admin's email: PUBLIC_URL=/],
    ['a misspelt setting', [...first, 'SMPT_URL=smtp://x'], /^SMPT_URL is not a setting; \.env\.example lists them all\.$/],
    ["a setting that is the unit's", [...first, 'PORT=80'], /^PORT is set by the service's unit\.$/],
    [
      'an option that does not exist',
      ['--halp'],
      /^Unknown argument --halp\. Use NAME=VALUE for settings, --dry-run or --no-proxy\.$/,
    ],
    [
      'no setting for mail',
      ['PUBLIC_URL=https://kolam.in', first[1] ?? ''],
      /^Set how mail is sent: SMTP_URL=.*CAPTURE_MAIL=yes for a trial\.$/,
    ],
    [
      'an address without TLS',
      ['PUBLIC_URL=http://site.test', 'ADMIN_EMAIL=asha@site.test'],
      /^PUBLIC_URL: got http:\/\/site\.test; Caddy needs https:\/\/ and a host name\. If you have your own proxy, add --no-proxy\.$/,
    ],
  ])('refuses %s in one line, and writes nothing', (_, args, message) => {
    const machine = machineNamed('refused')
    const { status, stderr } = install(machine, args)
    expect([status, stderr.trimEnd()]).toEqual([1, expect.stringMatching(message)])
    expect(existsSync(machine)).toBe(false)
  })

  it('refuses to run where several nodes do', () => {
    const machine = machineNamed('nodes')
    const wants = path.join(machine, 'etc/systemd/system/multi-user.target.wants')
    mkdirSync(wants, { recursive: true })
    writeFileSync(path.join(wants, 'kolam@3001.service'), '')
    const { status, stderr, stdout } = install(machine, first)
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringMatching(/^Several nodes run here \(kolam@PORT\)\./)])
  })

  it('with --help prints the text at its head', () => {
    const { status, stdout } = install(machineNamed('help'), ['--help'])
    const head = readFileSync(path.join(integrations, 'debian/install.sh'), 'utf8').split('\nset -')[0] ?? ''
    expect([status, stdout]).toEqual([
      0,
      `${head
        .split('\n')
        .slice(1)
        .map((line) => line.replace(/^# ?/, ''))
        .join('\n')}\n`,
    ])
  })

  it("refuses to replace somebody's own Caddyfile", () => {
    const machine = machineNamed('foreign')
    mkdirSync(path.join(machine, 'etc/caddy'), { recursive: true })
    writeFileSync(path.join(machine, 'etc/caddy/Caddyfile'), 'other.test { respond ok }\n')
    const { status, stderr } = install(machine, first)
    expect([status, stderr.replaceAll(folder, '')]).toEqual([
      1,
      `/foreign/etc/caddy/Caddyfile is already used for something else. Add the site of /${release}/integrations/caddy/Caddyfile to it, and use --no-proxy.\n`,
    ])
    expect(readdirSync(machine)).toEqual(['etc'])
  })

  it('passes shellcheck', () => {
    const { status, stdout } = spawnSync('shellcheck', [path.join(integrations, 'debian/install.sh')], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, ''])
  })
})

describe('the compose file', () => {
  const read = (name: string): string => readFileSync(path.join(integrations, 'docker', name), 'utf8')
  const compose = parse(read('compose.yaml'), { merge: true })

  it('gives the server every setting, declared volumes, and the Caddyfile', () => {
    const { site, backups, database, proxy } = compose.services
    const names = Object.keys(settings)
    // The image and the proxy decide these; RESEND_URL is for tests.
    const fixed = ['PORT', 'HOST', 'DATA_DIR', 'RESEND_URL']
    for (const service of [site, backups])
      expect(Object.keys(service.environment).toSorted()).toEqual(names.filter((name) => !fixed.includes(name)).toSorted())
    expect(site.environment.DATABASE_URL).toContain(
      `@${Object.keys(compose.services).find((name) => compose.services[name] === database)}/`,
    )
    const mounts = [site, backups, database, proxy].flatMap(({ volumes }) => volumes as string[])
    const mounted = mounts.map((mount) => mount.split(':')[0] ?? '')
    expect(mounted.filter((source) => !source.startsWith('.') && !(source in compose.volumes))).toEqual([])
    for (const source of mounted.filter((name) => name.startsWith('.')))
      expect([source, existsSync(path.join(integrations, 'docker', source))]).toEqual([source, true])
    const upstream = String(proxy.environment.KOLAM_NODES).split(':')
    expect([upstream[0] !== undefined && upstream[0] in compose.services, read('Dockerfile')]).toEqual([
      true,
      expect.stringContaining(`PORT=${upstream[1]}`),
    ])
  })

  it('has a shell loop that passes shellcheck, and backs up for 90 days', () => {
    const [script = ''] = compose.services.backups.command as string[]
    const { status, stdout } = spawnSync('shellcheck', ['--shell=sh', '-'], {
      input: script.replaceAll('$$', '$'),
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([0, ''])
    expect(script).toContain('kolam backup /backups/ --keep 90d')
  })

  it('builds the image from all files that a build and an archive need', () => {
    const sent = read('Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    const needed = [...sources, ...copied, 'package.json', '.npmrc'].filter(
      (name) => name !== 'dist' && existsSync(path.join(root, name)),
    )
    expect(needed.filter((name) => !sent.some((path) => name === path || name.startsWith(`${path}/`)))).toEqual([])
    expect(sent.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
  })
})

describe('what it installs', () => {
  it('units pass systemd-analyze verify', () => {
    const machine = machineNamed('units')
    mkdirSync(machine)
    for (const unit of units) cpSync(path.join(integrations, 'debian', unit), path.join(machine, unit.replace('@', '@3001')))
    const files = readdirSync(machine).map((unit) => path.join(machine, unit))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })

  it('a backup and a rehearsal that fail start the unit that tells it', () => {
    const text = (name: string): string => readFileSync(path.join(integrations, 'debian', name), 'utf8')
    for (const name of ['kolam-backup.service', 'kolam-rehearse.service'])
      expect([name, text(name).includes('\nOnFailure=kolam-failed@%n.service\n')]).toEqual([name, true])
    const command = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(text('kolam-failed@.service'))?.[1] ?? ''
    const script = command.replaceAll('%i', 'kolam-backup.service').replaceAll('/etc/', `${folder}/`)
    const printed = () => spawnSync('/bin/sh', ['-c', script], { encoding: 'utf8' })
    const line = '<1>kolam-backup.service failed; systemctl status kolam-backup.service says why\n'
    expect([printed().status, printed().stdout]).toEqual([0, line])
    writeFileSync(path.join(folder, 'kolam-alert'), '#!/bin/sh\necho "called with $1"\n', { mode: 0o755 })
    expect([printed().status, printed().stdout]).toEqual([0, `${line}called with kolam-backup.service\n`])
  })

  it('a backup leaves its time in the folder of each node of the machine', () => {
    const data = machineNamed('of-nodes')
    for (const name of ['3001', '3002', 'mail']) mkdirSync(path.join(data, name), { recursive: true })
    writeFileSync(path.join(data, 'backups.json'), '{}')
    const [, program = '', ...args] =
      /^ExecStartPost=.*$/m
        .exec(readFileSync(path.join(integrations, 'debian/kolam-backup.service'), 'utf8'))?.[0]
        .split(/[= ]/)
        .map((word) => word.replace('\\;', ';')) ?? []
    expect(spawnSync(program, args, { cwd: data }).status).toBe(0)
    const written = ['', '3001', '3002', 'mail'].filter((name) => existsSync(path.join(data, name, 'backups.json')))
    expect(written).toEqual(['', '3001', '3002'])
  })

  it('the unit starts the server; Caddy answers itself when the server is away', async () => {
    const machine = machineNamed(`running-${started.length}`)
    install(machine, [...first, 'LIMIT_SUBMISSIONS=9/1h', 'LOG_LEVEL=silent'])
    const [port, proxyPort] = [await freePort(), await freePort()]
    const unit = readFileSync(path.join(machine, 'etc/systemd/system/kolam.service'), 'utf8')
    const command = /^ExecStart=(.+)$/m
      .exec(unit)?.[1]
      ?.replace('PORT=3000', `PORT=${port}`)
      .replace(/=?\/(var|opt)\//g, (start) => start.replace('/', `${machine}/`))
    const written = readFileSync(path.join(machine, 'etc/kolam.env'), 'utf8')
    const environment = Object.fromEntries(
      [...written.matchAll(/^([A-Z_]+)="?(.*?)"?$/gm)].map(([, name, value]) => [name, value]),
    )
    const [program = '', ...args] = command?.split(' ') ?? []
    const server = spawn(program, args, {
      cwd: machine,
      env: { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`, ...environment },
      stdio: 'ignore',
    })
    const site = readFileSync(path.join(machine, 'etc/caddy/Caddyfile'), 'utf8')
      .replace('{\n\tservers', '{\n\tadmin off\n\tservers')
      .replace('site.test {', `http://127.0.0.1:${proxyPort} {`)
      .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
      .replace('lb_try_duration 10s', 'lb_try_duration 1s')
    writeFileSync(path.join(machine, 'Caddyfile'), site)
    const proxy = spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', path.join(machine, 'Caddyfile')], {
      env: { HOME: machine },
      stdio: 'ignore',
    })
    started.push(server, proxy)

    const url = `http://127.0.0.1:${proxyPort}`
    const page = await until('the site behind Caddy', async () => {
      const response = await fetch(`${url}/accelerator`).catch(() => undefined)
      return response?.ok ? response : undefined
    })
    expect([
      page.headers.get('content-security-policy')?.includes("default-src 'none'"),
      (await page.text()).includes('</html>'),
    ]).toEqual([true, true])
    const own = proxyHeaders('integrations/caddy/Caddyfile')
    const html = { accept: 'text/html,*/*;q=0.8' }
    const tooLarge = (headers: Readonly<Record<string, string>>) =>
      fetch(`${url}/api/submit-application`, { method: 'POST', headers, body: 'x'.repeat(17 * 2 ** 20) })
    const large = await tooLarge({})
    expect([large.status, (await large.json()).code]).toEqual([413, 'FORM_VALIDATION_FAILED'])
    expect(Object.fromEntries(large.headers)).toMatchObject(own)
    expect(await (await tooLarge(html)).text()).toContain('<h1>Too large</h1>')
    const send = (headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${url}/api/submit-application`, submission('Contact', answers('Contact'), headers))
    const statuses: number[] = []
    for (let n = 0; n < 10; n += 1) statuses.push((await send({ 'x-forwarded-for': `203.0.113.${n}` })).status)
    // The claimed addresses do not count: all requests come from one address.
    expect(statuses).toEqual([...Array(9).fill(201), 429])
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    const call = await fetch(`${url}/api/stats`)
    expect([call.status, call.headers.get('retry-after'), await call.json()]).toEqual([
      503,
      '5',
      {
        success: false,
        code: 'DATABASE_CONNECTION_FAILED',
        error: 'Service temporarily unavailable. Please try again later.',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/),
      },
    ])
    const posted = await fetch(`${url}/api/submit-application`, submission('Contact', answers('Contact'), html))
    expect([posted.status, posted.headers.get('refresh'), await posted.text()]).toEqual([
      503,
      null,
      expect.stringContaining('Go back, and send it again'),
    ])
    const away = await fetch(`${url}/accelerator`)
    expect(Object.fromEntries(away.headers)).toMatchObject(own)
    expect([away.status, away.headers.get('content-type'), away.headers.get('refresh')]).toEqual([
      503,
      'text/html; charset=utf-8',
      '5',
    ])
    expect(await away.text()).toContain('<h1>One moment, please</h1>')
  })
})
