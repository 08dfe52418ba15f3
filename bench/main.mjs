// Runs a program of this folder through Vite, which lists the definitions of forms: `pictures`, or else the one that measures.
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const program = process.argv[2] === 'pictures' ? 'pictures.ts' : 'run.ts'
await runnerImport(fileURLToPath(new URL(program, import.meta.url)), { configFile: false, logLevel: 'error' })
