// `npm run login-link`: prints a link that signs the admin in once, within ten minutes; for when no mail arrives.
import path from 'node:path'
import { must } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'
import { build, install } from './setup.mjs'

await install()
await build()
await must(runtime(), [path.join(root, 'dist', 'server', 'login-link.js')], { env: environment() })
