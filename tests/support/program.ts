import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { root } from './server.ts'

/** What a program printed, and how it ended. */
export interface Ended {
  /** The exit code; null when it was killed. */
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/**
 * Runs one of the built programs to its end, while the test's own process goes on.
 * @param seen called with all that it has printed so far, and what kills it (`kill -9`)
 */
export async function runProgram(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  seen: (output: string, kill: () => void) => void = () => {},
): Promise<Ended> {
  const child = spawn(process.execPath, [path.join(root, 'dist/server', `${name}.js`), ...args], {
    // a folder without settings of its own
    cwd: os.tmpdir(),
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, errors] = ['', '']
  child.stdout.on('data', (chunk) => {
    output += chunk
    seen(output, () => child.kill('SIGKILL'))
  })
  child.stderr.on('data', (chunk) => (errors += chunk))
  const [code] = await once(child, 'close')
  return { code: code as number | null, output, errors }
}
