// `npm run dev`: the site with hot reload on PORT (3000), and behind it the server, built again and restarted when its sources change.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { environment, root, runtime } from './runtime.mjs'
import { build, install } from './setup.mjs'

await install()
await build()

const port = Number(process.env.PORT ?? 3000)
const env = { ...environment(), KOLAM_API: `http://127.0.0.1:${port + 1}` }
const children = [
  spawn(
    runtime(),
    [
      path.join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      '--watch',
      '--config',
      'vite.server.config.mjs',
      '--logLevel',
      'warn',
    ],
    { cwd: root, env, stdio: 'inherit' },
  ),
  spawn(runtime(), ['--watch-path=dist/server', '--watch-preserve-output', path.join(root, 'dist/server/main.js')], {
    cwd: root,
    env: { ...env, PORT: String(port + 1), PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}` },
    stdio: 'inherit',
  }),
  spawn(runtime(), [path.join(root, 'node_modules/astro/bin/astro.mjs'), 'dev', '--ignore-lock', '--port', String(port)], {
    cwd: root,
    env,
    stdio: 'inherit',
  }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
