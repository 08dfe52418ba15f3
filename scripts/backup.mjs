// `npm run backup -- FILE`: copies the database while the server runs, and checks the copy.
import path from 'node:path'
import { must } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'
import { build, install } from './setup.mjs'

await install()
await build()
await must(runtime(), [path.join(root, 'dist', 'server', 'backup.js'), ...process.argv.slice(2)], { env: environment() })
