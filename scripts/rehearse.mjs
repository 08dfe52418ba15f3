// `npm run rehearse`: restores the newest backup to a temporary folder or database, and compares it with the live data.
import path from 'node:path'
import { must } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'
import { build, install } from './setup.mjs'

await install()
await build()
await must(runtime(), [path.join(root, 'dist', 'server', 'rehearse.js'), ...process.argv.slice(2)], { env: environment() })
