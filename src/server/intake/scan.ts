import { spawn } from 'node:child_process'
import { second } from '../../shared/dates.ts'

/** Looks for viruses in a file; `failed`: it could not tell. Never rejects. */
export type Scan = (bytes: Uint8Array) => Promise<'clean' | 'infected' | 'failed'>

/** A scan may take so long, milliseconds: the applicant waits for it. */
const longestScan = 20 * second

/**
 * A scanner that is a program: it reads the file on its standard input and exits with 0 for a clean one, 1 for an infected one, as `clamdscan -` does. It gets
 * nothing of our environment.
 * @param command an absolute path, then arguments, without quotes
 * @param failed called with the reason when the program cannot tell
 */
export function scanByProgram(command: string, failed: (reason: unknown) => void): Scan {
  const [program = '', ...programArguments] = command.trim().split(/\s+/)
  return (bytes) =>
    new Promise((resolve) => {
      const child = spawn(program, programArguments, {
        stdio: ['pipe', 'ignore', 'ignore'],
        timeout: longestScan,
        env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      })
      let fault: unknown
      child.once('error', (error) => {
        fault = error
      })
      child.once('close', (code, signal) => {
        if (code === 0) return resolve('clean')
        if (code === 1) return resolve('infected')
        failed(fault ?? `it ended with ${code ?? signal}`)
        resolve('failed')
      })
      // a program that has seen enough reads no further
      child.stdin.on('error', () => undefined)
      child.stdin.end(bytes)
    })
}
