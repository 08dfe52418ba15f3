// `npm run dev`: the site with hot reload on PORT (3000), and behind it the server, which is rebuilt and restarted when its sources change.
import path from 'node:path'
import { supervise } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'
import { install } from './setup.mjs'

const serve = supervise()
await install()
serve(runtime(), [path.join(root, 'scripts', 'dev-servers.mjs')], { env: environment() })
