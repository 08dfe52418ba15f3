// `npm run bench`: measures the built server, and prints the figures.
import path from 'node:path'
import { must } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'
import { build, install } from './setup.mjs'

await install({ withTools: true })
await build()
await must(runtime(), [path.join(root, 'bench', 'main.mjs'), ...process.argv.slice(2)], { env: environment() })
