import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, root, until } from './server.ts'
import { unprivileged } from './unprivileged.ts'

const program = '/usr/sbin/nginx'

/** A reverse proxy with the configuration that operators are given. */
export interface Nginx {
  readonly url: string
  /** What it has logged of errors. */
  errors(): string
  remove(): Promise<void>
}

/** The project's own configuration, on another port, without TLS, in front of `ports`. Every other line of it is used as it stands. */
function rendered(port: number, ports: readonly number[]): string {
  const text = readFileSync(join(root, 'integrations/nginx/kolam.conf'), 'utf8')
  const servers = ports.map((port) => `server 127.0.0.1:${port} max_fails=2 fail_timeout=2s;`).join('\n')
  const once = (config: string, from: RegExp, to: string): string => {
    if (!from.test(config)) throw new Error(`integrations/nginx/kolam.conf has nothing like ${from}`)
    return config.replace(from, to)
  }
  return [
    [/( *server 127\.0\.0\.1:\d+ [^\n]*\n)+/, `${servers}\n`],
    [/server \{[^}]*listen 80 [^}]*\}/, ''],
    [/listen 443 ssl http2;\s*listen \[::\]:443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/( *ssl_[^\n]*\n)+/, ''],
    // the load of these tests comes from one address
    [/rate=50r\/s/, 'rate=100000r/s'],
    [/kolam_connections 40/, 'kolam_connections 60000'],
  ].reduce((config, [from, to]) => once(config, from as RegExp, to as string), text)
}

/** Starts nginx in front of `ports`, in a folder of its own, not as root. */
export async function startNginx(ports: readonly number[]): Promise<Nginx> {
  const as = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'kolam-nginx-'))
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid)
  const port = await freePort()
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  writeFileSync(join(folder, 'kolam.conf'), rendered(port, ports))
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
  const url = `http://127.0.0.1:${port}`
  await until('nginx to answer', async () => {
    if (server.exitCode !== null) throw new Error(`nginx ended with ${server.exitCode}: ${errors()}`)
    return fetch(`${url}/healthz`).then(
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
