import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { unprivileged } from './unprivileged.ts'

/** A PostgreSQL for one test, on 127.0.0.1 in a temporary folder. It syncs to disk as in production. */
export interface Postgres {
  /** The folder with its data. */
  readonly folder: string
  readonly port: number
  /** Creates a database, empty or as a copy of `original`, which must have no connections. Returns its address. */
  database(original?: string): Promise<string>
  /** Creates an empty schema in a shared database, which is faster. Returns its address. */
  schema(): Promise<string>
  /** Stops the server: `fast` ends its sessions in order, `crash` kills it. */
  stop(how?: 'fast' | 'crash'): Promise<void>
  /** Starts it again, on the same port and data. */
  start(): Promise<void>
  /** Runs one statement as its superuser. */
  run(statement: string): Promise<void>
  /** Makes it the primary, if it is a standby. */
  promote(): Promise<void>
  /** Stops it and deletes its folder. */
  remove(): Promise<void>
}

/** The folder with the programs of PostgreSQL: the newest version of Debian's packages, or the one in the PATH. */
function programs(): string {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).filter((name) => existsSync(join(root, name, 'bin/initdb'))) : []
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0]
  if (newest !== undefined) return join(root, newest, 'bin')
  const found = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  if (found) return found
  throw new Error('These tests need PostgreSQL: install the system package postgresql')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

type Settings = Readonly<Record<string, string>>

/** A folder that the account of PostgreSQL owns. It refuses to run as root. */
function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kolam-postgres-'))
  const { uid, gid } = unprivileged()
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  return folder
}

/** Makes the data in `folder` with one of PostgreSQL's programs. */
function make(folder: string, program: string, args: readonly string[]): void {
  const options = { ...unprivileged(), cwd: folder, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync(join(programs(), program), ['-D', join(folder, 'data'), ...args], options)
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
}

export async function startPostgres(settings: Settings = {}): Promise<Postgres> {
  const folder = ownFolder()
  make(folder, 'initdb', ['-U', 'kolam', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
  return serve(folder, settings)
}

/** Starts a standby, called `standby`, of the PostgreSQL at `port`. It follows over the connection to `line`. */
export async function startStandby(port: number, line: number): Promise<Postgres> {
  const folder = ownFolder()
  const primary = (of: number): string => `host=127.0.0.1 port=${of} user=kolam application_name=standby`
  make(folder, 'pg_basebackup', ['-d', primary(port), '--write-recovery-conf', '--checkpoint=fast', '--no-sync'])
  return serve(folder, { primary_conninfo: primary(line) })
}

async function serve(folder: string, settings: Settings): Promise<Postgres> {
  const bin = programs()
  const as = unprivileged()
  const data = join(folder, 'data')
  const port = await freePort()
  const options = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'on', ...settings }
  const address = (database: string): string => `postgres://kolam@127.0.0.1:${port}/${database}`
  const nameOf = (at: string): string => new URL(at).pathname.slice(1)
  let server: ChildProcess | undefined
  let made = 0
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: address('postgres') })
    await client.connect()
    await client.query(statement)
    await client.end()
  }

  const start = async (): Promise<void> => {
    const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], {
      ...as,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server = child
    await new Promise<void>((resolve, reject) => {
      let output = ''
      child.stderr?.on('data', (chunk) => {
        output += chunk
        if (/ready to accept (read-only )?connections/.test(output)) resolve()
      })
      child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)))
    })
  }
  const stop = async (how: 'fast' | 'crash' = 'fast'): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await exited
  }
  // Stops the server when the test run is interrupted.
  const end = (): void => void server?.kill('SIGQUIT')
  process.once('exit', end)

  await start()
  return {
    folder,
    port,
    start,
    stop,
    database: async (original) => {
      made += 1
      await run(`create database kolam_${made}${original === undefined ? '' : ` template ${nameOf(original)}`}`)
      return address(`kolam_${made}`)
    },
    schema: async () => {
      made += 1
      await run(`create schema kolam_${made}`)
      return `${address('postgres')}?options=-csearch_path%3Dkolam_${made}`
    },
    run,
    promote: () => run('select pg_promote()'),
    remove: async () => {
      await stop()
      process.off('exit', end)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
