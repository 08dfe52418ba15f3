import { spawn } from 'node:child_process'
import { root } from './runtime.mjs'

/**
 * Runs a program to its end, its output shown; resolves with its exit code.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export const run = (program, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { cwd: root, stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })

/** Runs a program that must succeed; ends this process with its exit code when it does not. */
export async function must(program, args, options) {
  const code = await run(program, args, options)
  if (code !== 0) process.exit(code)
}

/**
 * Runs a server for as long as npm runs this: signals are handed on, and by the channel the server notices when this process is gone, however
 * it went. Ends with the server's exit code. Call `supervise` first thing, before anything that takes time.
 */
export function supervise() {
  // npm starts this through a shell that, told to end, ends alone: who watched only npm would leave the server running
  const shell = process.ppid
  return (program, args, options = {}) => {
    const server = spawn(program, [...args], { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'], ...options })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
    if (process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32')
      setInterval(() => process.ppid === shell || server.kill('SIGTERM'), 200)
    server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  }
}
