import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, root, until } from './server.ts'
import { unprivileged } from './unprivileged.ts'

const program = '/usr/sbin/nginx'

/** nginx with the configuration of integrations/nginx. */
export interface Nginx {
  readonly url: string
  /** The errors that it has logged. */
  errors(): string
  remove(): Promise<void>
}

/** Replaces lines of a configuration. @throws when it lacks one of them */
const replaced = (config: string, changes: readonly (readonly [from: RegExp, to: string])[]): string =>
  changes.reduce((text, [from, to]) => {
    if (!from.test(text)) throw new Error(`integrations/nginx/kolam.conf has no match for ${from}`)
    return text.replace(from, to)
  }, config)

/** The project's configuration for `nodes`. */
function configuration(nodes: readonly number[]): string {
  const servers = nodes.map((port) => `server 127.0.0.1:${port} max_fails=2 fail_timeout=2s;`).join('\n')
  const text = readFileSync(join(root, 'integrations/nginx/kolam.conf'), 'utf8')
  return replaced(text, [[/( *server 127\.0\.0\.1:\d+ [^\n]*\n)+/, `${servers}\n`]])
}

/** The configuration on one port, without TLS and without its limits, because these tests send more from one address. Every other line stays. */
const open = (port: number, nodes: readonly number[]): string =>
  replaced(configuration(nodes), [
    [/server \{[^}]*listen 80 [^}]*\}/, ''],
    [/listen 443 ssl http2;\s*listen \[::\]:443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/( *ssl_[^\n]*\n)+/, ''],
    [/rate=50r\/s/, 'rate=100000r/s'],
    [/kolam_connections 40/, 'kolam_connections 60000'],
  ])

/** The whole configuration with the certificate in `folder`, on the given ports. */
const secured = (folder: string, port: number, plainPort: number, nodes: readonly number[]): string =>
  replaced(configuration(nodes), [
    [/listen 80 default_server;/, `listen 127.0.0.1:${plainPort} default_server;`],
    [/( *listen \[::\][^\n]*\n)/g, ''],
    [/listen 443 /g, `listen 127.0.0.1:${port} `],
    [/\/etc\/letsencrypt\/live\/kolam\.example/g, folder],
  ])

/** Makes a certificate for kolam.example in a folder, as `fullchain.pem` and `privkey.pem`. */
function makeCertificate(folder: string): void {
  const [certificate, key] = ['fullchain.pem', 'privkey.pem'].map((name) => join(folder, name))
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const made = spawnSync('openssl', [
    'req',
    '-x509',
    ...curve,
    '-nodes',
    '-subj',
    '/CN=kolam.example',
    '-keyout',
    `${key}`,
    '-out',
    `${certificate}`,
  ])
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`)
  chmodSync(`${key}`, 0o644)
}

/**
 * Starts nginx in front of `nodes`, in a temporary folder and not as root.
 * @param plainPort when given, nginx uses TLS and all its limits, and this is the port without TLS
 */
export async function startNginx(nodes: readonly number[], plainPort?: number): Promise<Nginx> {
  const as = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'kolam-nginx-'))
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid)
  const port = await freePort()
  if (plainPort !== undefined) makeCertificate(folder)
  const config = plainPort === undefined ? open(port, nodes) : secured(folder, port, plainPort, nodes)
  writeFileSync(join(folder, 'kolam.conf'), config)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; worker_processes 1; error_log ${folder}/error.log warn; events { worker_connections 1024; }
     http { access_log off; ${temporary.join(' ')} include ${folder}/kolam.conf; }`,
  )
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  const checked = spawnSync(program, ['-t', ...args], { ...as, encoding: 'utf8' })
  if (checked.status !== 0) throw new Error(`nginx refuses its configuration: ${checked.stderr}`)
  const server: ChildProcess = spawn(program, args, { ...as, cwd: folder, stdio: 'ignore' })
  const errors = (): string => readFileSync(join(folder, 'error.log'), 'utf8')
  const end = (): void => void server.kill('SIGTERM')
  process.once('exit', end)
  const url = `${plainPort === undefined ? 'http' : 'https'}://127.0.0.1:${port}`
  const plainUrl = `http://127.0.0.1:${plainPort ?? port}`
  await until('nginx to answer', async () => {
    if (server.exitCode !== null) throw new Error(`nginx ended with ${server.exitCode}: ${errors()}`)
    return fetch(`${plainUrl}/healthz`, { redirect: 'manual' }).then(
      () => true,
      () => undefined,
    )
  })
  return {
    url,
    errors,
    remove: async () => {
      process.off('exit', end)
      if (server.exitCode === null && server.signalCode === null) {
        const exited = once(server, 'exit')
        server.kill('SIGTERM')
        await exited
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
