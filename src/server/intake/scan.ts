import { spawn } from 'node:child_process'
import { second } from '../../shared/dates.ts'

/** Scans a file for viruses; `failed`: there is no result. Never rejects. */
export type Scan = (bytes: Uint8Array) => Promise<'clean' | 'infected' | 'failed'>

/** The time limit of a scan: the applicant waits for it. */
const maxScanMs = 20 * second

/**
 * Scans with an external program, which reads the file on its standard input and exits with 0 for a clean file or 1 for an infected one, as
 * `clamdscan -` does. It does not inherit our environment.
 * @param command an absolute path, then arguments, without quotes
 * @param failed called with the reason when there is no result
 */
export function scanByProgram(command: string, failed: (reason: unknown) => void): Scan {
  const [program = '', ...programArguments] = command.trim().split(/\s+/)
  return (bytes) =>
    new Promise((resolve) => {
      const child = spawn(program, programArguments, {
        stdio: ['pipe', 'ignore', 'ignore'],
        timeout: maxScanMs,
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
      // A program that has its result may stop reading.
      child.stdin.on('error', () => undefined)
      child.stdin.end(bytes)
    })
}
