// `npm run watch -- FILE`: runs tests again after every save, on the project's own Node.js.
import path from 'node:path'
import { must } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'
import { build, install } from './setup.mjs'

await install({ withTools: true })
await build()
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
await must(runtime(), [vitest, 'watch', '--project', 'sqlite', ...process.argv.slice(2)], { env: environment() })
