import { configDefaults, defineConfig } from 'vitest/config'
import { scopedName } from './scripts/css-names.mjs'

export default defineConfig({
  css: { modules: { generateScopedName: scopedName } },
  test: {
    exclude: [...configDefaults.exclude, 'dist/**', 'data/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
