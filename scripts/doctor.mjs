// `npm run doctor`: checks an installation, and reports what works and what does not.
import path from 'node:path'
import { must } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'
import { build, install } from './setup.mjs'

await install()
await build()
await must(runtime(), [path.join(root, 'dist', 'server', 'doctor.js'), ...process.argv.slice(2)], { env: environment() })
