import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// `kolam start` of an archive: runs the server, and ends it when it stands still, because such a server keeps its port and nothing else notices. Whatever
// started this program (systemd, Docker) starts both again. The server's event loop sends the signs of life, not a request: under a flood of requests it works.

const everyMs = 5_000
/** So many periods without a sign. Counted and not timed: after a pause of the whole machine both go on. */
const maxMissed = 6

/** As in scripts/runtime.mjs. */
const flags = ['--max-semi-space-size=16']

const server = spawn(process.execPath, [...flags, fileURLToPath(new URL('main.js', import.meta.url))], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
// The first sign comes when the server listens: a migration may take longer.
let missed: number | undefined
server.on('message', () => {
  missed = 0
})
setInterval(() => {
  if (missed === undefined) return
  missed += 1
  if (missed < maxMissed) return
  console.error(`The server did nothing for ${(everyMs * maxMissed) / 1000} s. It is ended, to be started again.`)
  server.kill('SIGKILL')
}, everyMs)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
server.on('exit', (code) => process.exit(code ?? 1))
