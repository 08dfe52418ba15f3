import { configDefaults, defineConfig } from 'vitest/config'
import { scopedName } from './scripts/css-names.mjs'

/** What runs on both databases: everything that goes through the server's front door, and the whole story in a browser. */
const onBoth = ['tests/http/**/*.test.ts', 'tests/browser/story.test.ts']

const exclude = [...configDefaults.exclude, 'dist/**', 'data/**']

export default defineConfig({
  css: { modules: { generateScopedName: scopedName } },
  test: {
    exclude,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // a second, which is the default, is not long on a busy machine
    expect: { poll: { timeout: 20_000 } },
    // by default one fewer than there are cores; these tests mostly wait for the programs that they start
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'sqlite' } },
      { extends: true, test: { name: 'postgres', include: onBoth, globalSetup: 'tests/support/postgres-run.ts' } },
    ],
  },
})
