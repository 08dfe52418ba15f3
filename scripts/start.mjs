// `npm start`: installs and builds when necessary, then runs the server.
import path from 'node:path'
import { supervise } from './run.mjs'
import { environment, root, runtime, serverFlags } from './runtime.mjs'
import { build, install } from './setup.mjs'

const serve = supervise()
await install()
await build()
serve(runtime(), [...serverFlags, path.join(root, 'dist', 'server', 'main.js')], { env: environment() })
