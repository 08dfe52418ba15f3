// `npm run dev` runs this on the project's own Node.js. It starts Astro's development server, and our server, to which Astro's server proxies API
// requests. Our server is built into `dist.dev`, so that `dist`, which `npm start` and a running service serve, stays as it is.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { root, runtime } from './runtime.mjs'
import { build } from './setup.mjs'

const port = Number(process.env.PORT ?? 3000)
const made = path.join(root, 'dist.dev')

// astro.config.mjs reads it.
process.env.KOLAM_API = `http://127.0.0.1:${port + 1}`
const [{ dev }, vite] = await Promise.all([import('astro'), import('vite')])

let server
let stopping = false

const endServer = async () => {
  const ending = server
  if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return
  const ended = new Promise((resolve) => ending.once('exit', resolve))
  ending.kill('SIGTERM')
  await ended
}

async function startServer() {
  await endServer()
  if (stopping) return
  server = spawn(runtime(), [path.join(made, 'server', 'main.js')], {
    cwd: root,
    env: { ...process.env, PORT: String(port + 1), PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}` },
    // The server exits when this process ends, because the channel closes.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}

async function stop(code = 0) {
  if (stopping) return
  stopping = true
  await endServer()
  process.exit(code)
}

const built = path.join(root, 'dist', '.built')

/** Copies what names the last build. @returns when it began */
function copyNames() {
  for (const file of ['.built', '.version', 'pictures.json']) cpSync(path.join(root, 'dist', file), path.join(made, file))
  return readFileSync(built, 'utf8')
}

try {
  await dev({ root, server: { port } })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  await stop(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) {
  // Vite's own listener would end this process before the server has exited.
  process.removeAllListeners(signal)
  process.on(signal, () => stop())
}

// Astro's pages are there by now. A build that is older than the sources serves the server's own pages until the new one is made.
if (!existsSync(built)) await build()
rmSync(made, { recursive: true, force: true })
mkdirSync(made)
for (const folder of ['site', 'pages', 'pictures', 'renderer'])
  symlinkSync(path.join(root, 'dist', folder), path.join(made, folder), 'junction')
const builtAt = copyNames()

const watcher = await vite.build({
  root,
  mode: 'development',
  configFile: path.join(root, 'vite.server.config.mjs'),
  logLevel: 'warn',
  build: { outDir: path.join(made, 'server'), watch: {} },
})
// Quick successive builds restart the server one after the other.
let restarted = Promise.resolve()
watcher.on('event', ({ code, error, result }) => {
  if (code === 'ERROR') console.error(error.message)
  if (code === 'END') restarted = restarted.then(startServer)
  result?.close()
})

await build()
if (copyNames() !== builtAt) restarted = restarted.then(startServer)
