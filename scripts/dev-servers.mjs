// What `npm run dev` runs on the project's own Node.js: Astro's development server, and the server that it passes the API's calls to. The latter
// is built into a folder of its own, so that `dist` stays what `npm start` and a running service serve.
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { root, runtime } from './runtime.mjs'

const port = Number(process.env.PORT ?? 3000)
const made = path.join(root, 'dist.dev')

// read by astro.config.mjs
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
    // by the channel it notices when this process is gone
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}

async function stop(code = 0) {
  if (stopping) return
  stopping = true
  await endServer()
  process.exit(code)
}

rmSync(made, { recursive: true, force: true })
mkdirSync(made)
// the server's pages are those of the last build; Astro serves them fresh
symlinkSync(path.join(root, 'dist', 'site'), path.join(made, 'site'), 'junction')

try {
  await dev({ root, server: { port } })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  await stop(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) {
  // Vite's own listener would end this process before the server has ended
  process.removeAllListeners(signal)
  process.on(signal, () => stop())
}

const watcher = await vite.build({
  root,
  mode: 'development',
  configFile: path.join(root, 'vite.server.config.mjs'),
  logLevel: 'warn',
  build: { outDir: path.join(made, 'server'), watch: {} },
})
// builds that follow each other quickly restart it one after the other
let restarted = Promise.resolve()
watcher.on('event', ({ code, error, result }) => {
  if (code === 'ERROR') console.error(error.message)
  if (code === 'END') restarted = restarted.then(startServer)
  result?.close()
})
