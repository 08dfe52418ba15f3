import { existsSync } from 'node:fs'
import { defineConfig } from 'vite'
import { scopedName } from './scripts/css-names.mjs'

// the server's programs, each a file in dist/server
const programs = {
  main: 'src/server/programs/serve.ts',
  'insert-thread': 'src/server/storage/kysely/sqlite/insert-thread.ts',
  seed: 'src/server/programs/seed/main.ts',
  move: 'src/server/programs/copy-database/main.ts',
  backup: 'src/server/programs/backup.ts',
  import: 'src/server/programs/import/main.ts',
  check: 'src/server/programs/check.ts',
  'login-link': 'src/server/programs/login-link.ts',
  doctor: 'src/server/programs/doctor/main.ts',
}

export default defineConfig({
  css: { modules: { generateScopedName: scopedName } },
  publicDir: false,
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
})
