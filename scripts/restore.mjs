// `npm run restore -- FILE`: replaces the current database with a backup, and keeps the replaced one under another name.
import path from 'node:path'
import { must } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'
import { build, install } from './setup.mjs'

await install()
await build()
await must(runtime(), [path.join(root, 'dist', 'server', 'restore.js'), ...process.argv.slice(2)], { env: environment() })
