// `node scripts/program.mjs NAME …`: installs and builds when necessary, then runs a program of the built server, such as `backup`, with its arguments.
import path from 'node:path'
import { must } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'
import { build, install } from './setup.mjs'

const [name, ...args] = process.argv.slice(2)
await install()
await build()
await must(runtime(), [path.join(root, 'dist', 'server', `${name}.js`), ...args], { env: environment() })
