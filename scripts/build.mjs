// Builds the site (Astro, dist/site), its compressed forms (dist/compressed) and the server (Vite, dist/server).
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { must } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'

const dist = path.join(root, 'dist')

const bin = (name, program) => {
  const folder = path.join(root, 'node_modules', name)
  const { bin: bins } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bins === 'string' ? bins : bins[program ?? name])
}

export async function buildAll() {
  const env = environment()
  rmSync(path.join(dist, '.built'), { force: true })
  await Promise.all([
    must(runtime(), [bin('astro'), 'build', '--silent'], { env }),
    must(runtime(), [bin('vite'), 'build', '--config', 'vite.server.config.mjs', '--logLevel', 'warn'], { env }),
  ])
  const compressed = path.join(dist, 'compressed')
  rmSync(compressed, { recursive: true, force: true })
  await must(runtime(), ['src/server/pages/precompress.ts', path.join(dist, 'site'), compressed], { env })
  writeFileSync(path.join(dist, '.built'), new Date().toISOString())
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { install } = await import('./setup.mjs')
  await install()
  await buildAll()
}
