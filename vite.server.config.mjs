import { existsSync } from 'node:fs'
import { defineConfig } from 'vite'
import { scopedName } from './scripts/css-names.mjs'

// the server's programs, each a file in dist/server
const programs = {
  main: 'src/server/main.ts',
  seed: 'src/server/seed/main.ts',
  move: 'src/server/move/main.ts',
  backup: 'src/server/backup/main.ts',
  import: 'src/server/import/main.ts',
  check: 'src/server/check/main.ts',
  doctor: 'src/server/doctor/main.ts',
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
