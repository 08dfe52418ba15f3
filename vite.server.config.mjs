import { existsSync } from 'node:fs'
import { defineConfig } from 'vite'
import { scopedName } from './scripts/css-names.mjs'
import { evaluateContent } from './scripts/evaluate.mjs'

// the server's programs, each a file in dist/server
const programs = {
  main: 'src/server/programs/serve.ts',
  'insert-thread': 'src/server/storage/kysely/sqlite/insert-thread.ts',
  seed: 'src/server/programs/seed/main.ts',
  move: 'src/server/programs/copy-database.ts',
  backup: 'src/server/programs/backup/main.ts',
  restore: 'src/server/programs/backup/restore.ts',
  rehearse: 'src/server/programs/backup/rehearse.ts',
  import: 'src/server/programs/import/main.ts',
  check: 'src/server/programs/check.ts',
  'login-link': 'src/server/programs/login-link.ts',
  doctor: 'src/server/programs/doctor/main.ts',
}

// `npm run dev` builds after every change. Its build leaves the libraries in node_modules, which is faster.
export default defineConfig(({ mode }) => ({
  css: { modules: { generateScopedName: scopedName } },
  publicDir: false,
  plugins: mode === 'development' ? [] : [evaluateContent],
  // The bundle contains the production build of each library, so that the server runs without node_modules.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: mode === 'development' ? {} : { noExternal: true },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'dist/server',
    emptyOutDir: true,
    rollupOptions: {
      input: Object.fromEntries(Object.entries(programs).filter(([, file]) => existsSync(file))),
      output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
    },
  },
}))
