import { spawn } from 'node:child_process'
import { root } from './runtime.mjs'

/** Ends a child when this process ends before it. */
export function endWithUs(child) {
  const end = () => child.kill()
  process.on('exit', end)
  child.on('exit', () => process.off('exit', end))
}

/**
 * Runs a program to its end and shows its output. Resolves with its exit code.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export const run = (program, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, [...args], { cwd: root, stdio: 'inherit', ...options })
    endWithUs(child)
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)))
  })

/** Runs a program that must succeed. When it fails, exits with its exit code. */
export async function must(program, args, options) {
  const code = await run(program, args, options)
  if (code !== 0) process.exit(code)
}

/** Whether a process with this id exists. */
export const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Runs a server for as long as npm runs this process. Forwards signals to the server; the server also exits when the channel to this process closes,
 * for example after a SIGKILL. Exits with the server's exit code. Call `supervise` first, before anything that takes time.
 */
export function supervise() {
  // npm starts this process through a shell. A signal to npm ends only npm and the shell, so the server must stop when the shell has ended.
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
