import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import type { Project } from './project.ts'
import { until } from './server.ts'

/** A running `npm run dev` of a copied project. */
export interface DevServer {
  readonly child: ChildProcess
  /** What it has printed so far. */
  printed(): string
}

/** Starts the script of `npm run dev` in a new process group. */
export function startDev({ folder }: Project, port: number): DevServer {
  const child = spawn(process.execPath, [path.join(folder, 'scripts/dev-servers.mjs')], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: path.join(folder, 'data'), ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk))
  return { child, printed: () => printed }
}

/** Resolves when a page of the server holds a text. */
export const pageHolding = (port: number, { printed }: DevServer, route: string, text: string): Promise<true> =>
  until(
    `${text} at ${route}`,
    async () => {
      const response = await fetch(`http://localhost:${port}${route}`).catch(() => undefined)
      return (await response?.text().catch(() => ''))?.includes(text) || undefined
    },
    60_000,
  ).catch((error: Error) => {
    throw new Error(`${error.message}\n${printed()}`)
  })

const isFree = (candidate: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(candidate, () => probe.close(() => resolve(true)))
  })

/** Finds two free consecutive ports, below the range that the system uses for connections of other tests. */
export async function freePair(): Promise<number> {
  for (let candidate = 20_000 + 2 * (process.pid % 5_000); ; candidate += 2)
    if ((await isFree(candidate)) && (await isFree(candidate + 1))) return candidate
}

/** Whether any process of the server's group is left. */
export function leftOf({ child: { pid } }: DevServer): boolean {
  try {
    return pid !== undefined && process.kill(-pid, 0)
  } catch {
    return false
  }
}

/** Ends all processes of the server's group. */
export function endDev(dev: DevServer): void {
  if (leftOf(dev)) process.kill(-(dev.child.pid ?? 0), 'SIGKILL')
}
