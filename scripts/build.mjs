// Builds the site (Astro, dist/site), its compressed forms (dist/compressed) and the server (Vite, dist/server).
// All of it is made in a folder of its own, checked, and takes the place of `dist` at the end: whatever fails or is cut off on the way, what
// is served stays whole.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { must, run } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'

const dist = path.join(root, 'dist')
const previous = path.join(root, 'dist.previous')

const bin = (name, program) => {
  const folder = path.join(root, 'node_modules', name)
  const { bin: bins } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bins === 'string' ? bins : bins[program ?? name])
}

const alive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Puts right what a build that was cut off has left behind. */
function recover() {
  if (!existsSync(dist) && existsSync(previous)) renameSync(previous, dist)
  for (const name of readdirSync(root)) {
    const pid = /^dist\.(\d+)$/.exec(name)?.[1]
    if (name === 'dist.previous' || (pid !== undefined && !alive(Number(pid))))
      rmSync(path.join(root, name), { recursive: true, force: true })
  }
}

/** Starts Astro's build: it takes longest. What it prints waits until the content is known to be without fault, for it would say it less well. */
function startSite(out, env) {
  const child = spawn(runtime(), [bin('astro'), 'build', '--silent', '--outDir', out], { cwd: root, env, stdio: 'pipe' })
  const printed = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk))
  const ended = new Promise((resolve) => child.on('error', resolve).on('close', resolve))
  return {
    cancel: () => {
      child.kill()
      return ended
    },
    code: async () => {
      const code = await ended
      process.stderr.write(Buffer.concat(printed))
      return code
    },
  }
}

/** Builds; ends this process with 1, and `dist` as it was, when anything is at fault. */
export async function buildAll() {
  const env = environment()
  recover()
  const made = path.join(root, `dist.${process.pid}`)
  const within = (...names) => path.join(made, ...names)
  process.on('exit', () => rmSync(made, { recursive: true, force: true }))
  mkdirSync(made)
  // its time is the build's beginning: a source that changes meanwhile is newer
  writeFileSync(within('.built'), new Date().toISOString())
  const site = startSite(within('site'), env)
  const server = async () => {
    const vite = ['build', '--config', 'vite.server.config.mjs', '--logLevel', 'warn', '--outDir', within('server')]
    return (await run(runtime(), [bin('vite'), ...vite], { env })) || run(runtime(), [within('server', 'check.js')], { env })
  }
  if ((await server()) !== 0) {
    await site.cancel()
    process.exit(1)
  }
  if ((await site.code()) !== 0) process.exit(1)
  await must(runtime(), ['src/server/pages/precompress.ts', within('site'), within('compressed')], { env })
  if (existsSync(dist)) renameSync(dist, previous)
  renameSync(made, dist)
  rmSync(previous, { recursive: true, force: true })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { install } = await import('./setup.mjs')
  await install()
  await buildAll()
}
