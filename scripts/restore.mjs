// `npm run restore -- FILE`: puts a backup in the place of the present database, which is set aside.
import path from 'node:path'
import { must } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'
import { build, install } from './setup.mjs'

await install()
await build()
await must(runtime(), [path.join(root, 'dist', 'server', 'restore.js'), ...process.argv.slice(2)], { env: environment() })
