import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, until } from '../tests/support/server.ts'
import { unprivileged } from '../tests/support/unprivileged.ts'

/** A program that runs until `stop`. */
export interface Program {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Starts a floor of `floor.mjs`. */
export async function startFloor(kind: 'http' | 'sqlite' | 'postgres', argument: string): Promise<Program> {
  const child = spawn(process.execPath, [new URL('./floor.mjs', import.meta.url).pathname, kind, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { port: Number(line.toString()), pid: child.pid ?? 0, stop: () => end(child) }
}

/** A response as sent: its headers in order, without those that every Node.js server adds. */
export interface Answer {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: Buffer
}

export function fetchRaw(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const pairs = Array.from({ length: response.rawHeaders.length / 2 }, (_, n) => response.rawHeaders.slice(2 * n, 2 * n + 2))
      const own = pairs.filter(([name = '']) => !/^(date|connection|keep-alive|transfer-encoding)$/i.test(name))
      resolve({ status: response.statusCode ?? 0, headers: own.flat(), body: Buffer.concat(chunks) })
    }).on('error', reject)
  })
}

/** Starts nginx with one worker and a file for each response; `pid` is the worker's. Undefined when nginx is not installed. */
export async function startNginx(answers: Readonly<Record<string, Answer>>): Promise<Program | undefined> {
  const as = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'kolam-bench-nginx-'))
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid)
  const port = await freePort()
  const locations = Object.entries(answers).map(([path, { headers, body }], n) => {
    writeFileSync(join(folder, String(n)), body)
    const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []))
    const added = pairs.filter(([name = '']) => !/^(content-type|content-length|etag)$/.test(name))
    const type = pairs.find(([name]) => name === 'content-type')?.[1] ?? 'text/plain'
    const lines = added.map(([name, value]) => `add_header ${name} "${value}";`)
    return `location = ${path} { alias ${folder}/${n}; types {} default_type "${type}"; ${lines.join(' ')} }`
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; worker_processes 1; error_log ${folder}/error.log; events { worker_connections 1024; }
     http { access_log off; sendfile on; tcp_nopush on; open_file_cache max=100; keepalive_requests 1000000000; ${temporary.join(' ')}
     server { listen 127.0.0.1:${port}; ${locations.join('\n')} } }`,
  )
  const child = spawn('/usr/sbin/nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
    ...as,
    stdio: 'ignore',
  })
  const failed = await new Promise((resolve) => child.once('error', resolve).once('spawn', () => resolve(undefined)))
  if (failed !== undefined) return undefined
  const worker = await until('nginx to start', () => {
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
    return children === '' ? undefined : Number(children.split(' ')[0])
  })
  return {
    port,
    pid: worker,
    stop: async () => {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Seconds of CPU that a process has used, user and system. */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** The memory of a process in MiB: resident now, and the peak so far. */
export function memory(pid: number): { readonly resident: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1024
  return { resident: of('VmRSS'), peak: of('VmHWM') }
}
