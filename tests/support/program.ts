import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { root } from './server.ts'

/** The output and exit code of a program. */
export interface Ended {
  /** The exit code; null when it was killed. */
  readonly code: number | null
  readonly output: string
  readonly errors: string
}

/**
 * Runs one of the built programs to its end, without blocking the test.
 * @param seen called at each output with all output so far and a function that kills the program (`kill -9`)
 */
export async function runProgram(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  seen: (output: string, kill: () => void) => void = () => {},
): Promise<Ended> {
  const child = spawn(process.execPath, [path.join(root, 'dist/server', `${name}.js`), ...args], {
    // A folder without a settings file.
    cwd: os.tmpdir(),
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    seen(output, () => child.kill('SIGKILL'))
  })
  child.stderr.on('data', (chunk) => (errors += chunk))
  const [code] = await once(child, 'close')
  return { code: code as number | null, output, errors }
}
