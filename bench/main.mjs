// Runs run.ts through Vite, which lists the definitions of forms.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

await runnerImport(fileURLToPath(new URL('run.ts', import.meta.url)), { configFile: false, logLevel: 'error' })
