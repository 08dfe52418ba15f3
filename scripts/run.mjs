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
