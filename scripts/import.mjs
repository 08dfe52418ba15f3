// `npm run import -- FILE.csv|FILE.xlsx`: imports a spreadsheet of applications.
import path from 'node:path'
import { must } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'
import { build, install } from './setup.mjs'

await install()
await build()
await must(runtime(), [path.join(root, 'dist', 'server', 'import.js'), ...process.argv.slice(2)], { env: environment() })
