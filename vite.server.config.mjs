import { existsSync } from 'node:fs'
import http from 'node:http'
import { defineConfig } from 'vite'
import { scopedName } from './scripts/css-names.mjs'
import { evaluateContent } from './scripts/evaluate.mjs'
import { builtPaths, schemaHints } from './scripts/schema-hints.mjs'
import { plainSentences, sentences } from './scripts/sentences.mjs'

// the server's programs, each a file in dist/server
const programs = {
  main: 'src/programs/serve.ts',
  watch: 'src/programs/watch.ts',
  seed: 'src/programs/seed/main.ts',
  move: 'src/programs/move.ts',
  backup: 'src/programs/backup/main.ts',
  restore: 'src/programs/backup/restore.ts',
  rehearse: 'src/programs/backup/rehearse.ts',
  import: 'src/programs/import/main.ts',
  content: 'src/programs/content.ts',
  init: 'src/programs/init.ts',
  check: 'src/programs/check.ts',
  'login-link': 'src/programs/login-link.ts',
  locked: 'src/programs/locked.ts',
  doctor: 'src/programs/doctor/main.ts',
}

const isData = ([, property]) => 'value' in property

/**
 * `import` of node:http reads every property of the module, and so loads undici for a WebSocket, which takes 60 ms of CPU. The bundle reads only
 * the properties that are no getters.
 */
const plainHttp = {
  name: 'plain-http',
  enforce: 'pre',
  // With filters, the bundler calls JavaScript for these modules only.
  resolveId: { filter: { id: /^(node:)?http$/ }, handler: () => '\0plain-http' },
  load: {
    filter: { id: /^\0plain-http$/ },
    handler() {
      const names = Object.entries(Object.getOwnPropertyDescriptors(http)).filter(isData)
      return `const http = process.getBuiltinModule('node:http')
export default http
export const { ${names.map(([name]) => name).join(', ')} } = http`
    },
  },
}

// One character beyond Latin-1 makes V8 hold the source of the whole file with two bytes for each.
const ascii = { charset: 'ascii', comments: { legal: true, annotation: false, jsdoc: false } }

// `npm run dev` builds after every change. Its build leaves the libraries in node_modules, which is faster.
export default defineConfig(({ mode }) => ({
  css: { modules: { generateScopedName: scopedName } },
  publicDir: false,
  plugins:
    mode === 'development' ? [sentences, schemaHints] : [sentences, plainSentences, schemaHints, evaluateContent, plainHttp],
  // The bundle contains the production build of each library, so that the server runs without node_modules.
  define: { 'process.env.NODE_ENV': '"production"', ...builtPaths() },
  ssr: mode === 'development' ? {} : { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/server',
    emptyOutDir: true,
    rollupOptions: {
      // A slow machine is no reason for a warning.
      checks: { bundlerTimings: false },
      input: Object.fromEntries(Object.entries(programs).filter(([, file]) => existsSync(file))),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name]-[hash].js',
        ...ascii,
      },
    },
  },
}))
