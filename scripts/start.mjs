// `npm start`: everything that is needed, then the server.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { environment, root, runtime, serverFlags } from './runtime.mjs'
import { build, install } from './setup.mjs'

// npm starts this through a shell that, told to end, ends alone: who watched only npm would leave the server running
const shell = process.ppid

await install()
await build()

const server = spawn(runtime(), [...serverFlags, path.join(root, 'dist', 'server', 'main.js')], {
  cwd: root,
  env: environment(),
  // by the channel the server notices when this process is gone, however it went
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
if (process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32')
  setInterval(() => process.ppid === shell || server.kill('SIGTERM'), 200)
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
