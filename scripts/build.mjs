// Builds the site's files and the renderer (Astro, dist/site and dist/renderer), the server (Vite, dist/server), the pages of the build's
// content (dist/pages), their pictures (dist/pictures) and the compressed files (dist/compressed).
// The build goes to a temporary folder and is checked there, and then replaces `dist`. A build that fails or is interrupted leaves `dist` intact.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { endWithUs, isAlive, must, run } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'
import { versionOf } from './version.mjs'

const dist = path.join(root, 'dist')
const previous = path.join(root, 'dist.previous')

const bin = (name, program) => {
  const folder = path.join(root, 'node_modules', name)
  const { bin: bins } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bins === 'string' ? bins : bins[program ?? name])
}

/** Cleans up after an interrupted build. */
function recover() {
  if (!existsSync(dist) && existsSync(previous)) renameSync(previous, dist)
  for (const name of readdirSync(root)) {
    const pid = /^dist\.(\d+)$/.exec(name)?.[1]
    if (name === 'dist.previous' || (pid !== undefined && !isAlive(Number(pid))))
      rmSync(path.join(root, name), { recursive: true, force: true })
  }
}

/** Starts Astro's build, which takes longest. Its output is held back until the content is checked, because the check reports faults more clearly. */
function startSite(out, env) {
  const child = spawn(runtime(), [bin('astro'), 'build', '--silent', '--outDir', out], { cwd: root, env, stdio: 'pipe' })
  endWithUs(child)
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

/** Builds everything. On a failure exits with 1 and leaves `dist` unchanged. */
export async function buildAll() {
  // Whatever the caller's is: the tests build too.
  const env = { ...environment(), NODE_ENV: 'production' }
  recover()
  const made = path.join(root, `dist.${process.pid}`)
  const within = (...names) => path.join(made, ...names)
  process.on('exit', () => rmSync(made, { recursive: true, force: true }))
  mkdirSync(made)
  // Its modification time is the start of the build, so that a source that changes during the build is newer.
  const at = new Date().toISOString()
  writeFileSync(within('.built'), at)
  writeFileSync(within('.version'), `${versionOf(at)}\n`)
  // Astro empties its folder.
  const report = (what) => console.log(`  ${what}`)
  report('pages and scripts, the server, the check of content/')
  const site = startSite(within('astro'), env)
  const server = async () => {
    const vite = ['build', '--config', 'vite.server.config.mjs', '--logLevel', 'warn', '--outDir', within('server')]
    return (await run(runtime(), [bin('vite'), ...vite], { env })) || run(runtime(), [within('server', 'check.js')], { env })
  }
  if ((await server()) !== 0) {
    await site.cancel()
    process.exit(1)
  }
  if ((await site.code()) !== 0) process.exit(1)
  for (const part of ['site', 'renderer']) renameSync(within('astro', part), within(part))
  rmSync(within('astro'), { recursive: true })
  const compressed = [within('compressed'), path.join(dist, 'compressed')]
  const rendered = [within('renderer', 'entry.mjs'), within('pages'), within('pictures'), at]
  report('pages with the content, their pictures')
  await must(runtime(), ['src/server/pages/render-built.ts', ...rendered], { env })
  report('compressed files')
  await must(runtime(), ['src/server/pages/precompress.ts', made, ...compressed], { env })
  await must(runtime(), ['scripts/yaml-schemas.mjs'], { env })
  if (existsSync(dist)) renameSync(dist, previous)
  renameSync(made, dist)
  rmSync(previous, { recursive: true, force: true })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { install } = await import('./setup.mjs')
  await install()
  await buildAll()
}
