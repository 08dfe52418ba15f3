import { configDefaults, defineConfig } from 'vitest/config'
import { contentPictures } from './scripts/content-pictures.mjs'
import { scopedName } from './scripts/css-names.mjs'
import { builtPaths, schemaHints } from './scripts/schema-hints.mjs'
import { sentences } from './scripts/sentences.mjs'
import { LongestFirst } from './tests/support/longest-first.ts'

/**
 * The tests that run on PostgreSQL too: random sequences, many requests at once, and what only that database does. tests/contract tests the storage on
 * both databases. `npm run drills` runs all of tests/http on both (docs/decisions/0076).
 */
const onBoth = ['consistency', 'finding', 'groups', 'intake', 'live', 'seams', 'undo']
const onPostgres =
  process.env.KOLAM_HTTP_ON_POSTGRES === 'all'
    ? ['tests/http/*.test.ts', 'src/features/*/!(*browser).test.ts', 'tests/faults/publishing.test.ts']
    : [...onBoth.map((name) => `tests/http/${name}.test.ts`), 'src/features/meetings/meetings.test.ts']

/**
 * Tests of scripts, packaging, builds, programs and removed features, of moves, of kills during a publish, of a server without room, descriptors or
 * counterparts, of several nodes, of a season and forty offers at the desk, and long corpora: only `npm run drills` and `npm test -- FILE` run them.
 */
const inDrills = [
  'tests/faults/{building,developing,editing,failing-programs,injected,installing,move,packing,programs,publishing,removing,setting-up}.test.ts',
  'tests/nodes/**',
  'src/features/*/drill*.test.ts',
  'tests/http/{corpora,doctor}.test.ts',
  'tests/browser/season.test.ts',
]

const exclude = [...configDefaults.exclude, 'dist/**', 'data/**', ...(process.env.KOLAM_EVERY_FILE === 'yes' ? [] : inDrills)]

export default defineConfig({
  plugins: [sentences, schemaHints, contentPictures],
  define: builtPaths(),
  css: { modules: { generateScopedName: scopedName } },
  test: {
    exclude,
    // days begin and times are shown in the zone of the content
    setupFiles: ['src/content/content.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // a second, which is the default, is not long on a busy machine
    expect: { poll: { timeout: 45_000 } },
    // by default one fewer than there are cores; these tests often wait for the programs that they start
    maxWorkers: 4,
    // a worker runs one file after the other without starting anew: what a test changes outside its file it puts back (docs/decisions/0076)
    isolate: false,
    tags: [{ name: 'random', description: 'random data or moments: a second run would be another test (docs/decisions/0076)' }],
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'sqlite' } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...onPostgres, 'tests/browser/story.test.ts'],
          globalSetup: 'tests/support/postgres-run.ts',
        },
      },
    ],
  },
})
