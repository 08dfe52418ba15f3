import { globSync } from 'node:fs'
import path from 'node:path'
import react from '@astrojs/react'
import { defineConfig, passthroughImageService } from 'astro/config'
import { contentPictures } from './scripts/content-pictures.mjs'
import { cssLayers } from './scripts/css-layers.mjs'
import { scopedName } from './scripts/css-names.mjs'
import { sentences } from './scripts/sentences.mjs'
import { publicUrlPlaceholder } from './src/shared/built-pages.ts'

/** The oldest browsers that everyone can apply with (README.md); which of their missing APIs we do without, tests/browser/forms-old-browsers.test.ts says. */
const browsers = ['chrome90', 'safari14.1', 'firefox90']

/** Adds `client:near`, which hydrates the forms (src/site/islands/near.ts). */
const near = {
  name: 'near',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'near', entrypoint: './src/site/islands/near.ts' }),
  },
}

/**
 * Vite wraps each `import()` in 1.4 KB of script that also loads the styles of the module. All our styles are in the pages, so only the
 * script itself must be loaded.
 */
const plainImports = {
  name: 'plain-imports',
  enforce: 'pre',
  // A group without its dependencies needs it, and Astro sets another value.
  options(all) {
    return this.environment?.name === 'client' ? { ...all, preserveEntrySignatures: 'allow-extension' } : null
  },
  // Without the list of files for the wrapper.
  config: () => ({ build: { modulePreload: { resolveDependencies: () => [] } } }),
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
}

/** Builds src/site/renderer.ts, which renders the pages from published content (docs/decisions/0002). */
const renderer = {
  name: 'renderer',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'renderer',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('./src/site/renderer.ts', import.meta.url),
        supportedAstroFeatures: { staticOutput: 'stable', hybridOutput: 'stable', serverOutput: 'stable' },
      }),
  },
}

/** The pages of features: each has the path of its file in `src/features/<name>/pages`. */
const featurePages = globSync('src/features/*/pages/**/*.astro')
  .toSorted()
  .map((file) => ({
    pattern: file
      .split(path.sep)
      .slice(4)
      .join('/')
      .replace(/\.astro$/, ''),
    entrypoint: `./${file}`,
  }))

const features = {
  name: 'features',
  hooks: {
    'astro:config:setup': ({ command, injectRoute }) => {
      for (const page of featurePages) injectRoute(page)
      // Beside `pages`, pages for who develops. A build has no such page.
      for (const file of command === 'dev' ? globSync('src/features/*/*.astro') : [])
        injectRoute({ pattern: path.basename(file, '.astro'), entrypoint: `./${file}` })
    },
  },
}

/** The first words of the paths whose pages the server renders for each request. */
const rendered = ['my', ...featurePages.map(({ pattern }) => pattern).filter((pattern) => !pattern.includes('/'))]

const isBuild = process.argv.includes('build')

export default defineConfig({
  srcDir: './src/site',
  // The folder must exist: when Vite watches a missing folder, it misses changes of the files around it.
  publicDir: './public',
  outDir: './dist',
  cacheDir: './.cache/astro',
  site: publicUrlPlaceholder,
  output: 'server',
  trailingSlash: 'never',
  build: { format: 'directory', assets: '_assets', inlineStylesheets: 'always', client: 'site', server: 'renderer' },
  devToolbar: { enabled: false },
  adapter: renderer,
  integrations: [react(), near, features],
  image: { service: passthroughImageService() },
  vite: {
    cacheDir: './.cache/vite',
    plugins: [plainImports, contentPictures, cssLayers, sentences],
    // The renderer runs without node_modules.
    ssr: isBuild ? { noExternal: true, external: ['sharp'] } : {},
    // Without it the renderer has React's program for development, which takes three times as long for a page.
    define: isBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
    css: { modules: { generateScopedName: scopedName } },
    // Behind `npm run dev` the server answers the API, and draws the applicants' own pages.
    server: process.env.KOLAM_API
      ? {
          strictPort: true,
          proxy: Object.fromEntries(
            ['/api', `^/(${rendered.join('|')})([/?]|$)`, '/stored-pictures'].map((route) => [route, process.env.KOLAM_API]),
          ),
        }
      : {},
    // Small files stay files: the content policy allows no data: address for a script or a style.
    build: {
      assetsInlineLimit: 0,
      target: browsers,
      cssTarget: browsers,
    },
    // Of the browser's scripts only: the renderer runs its files in another order.
    environments: {
      client: {
        build: {
          // React in one file, with the function that every component calls, what all forms share in another, and what three parts of the desk share in a
          // third, without what it imports from the forms: separately compressed chunks are larger, and each takes time to start.
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|\/src\/ui\/class-names\.ts/ },
                  {
                    name: 'shared',
                    test: /\/src\/(shared\/(durations|alerts|ids|mailbox|clean|translate)|api\/form-paths|forms\/(form|fields\/(select|email|file)|definitions\/choices))\.ts|\/src\/ui\/(button\/Button\.tsx|kolam\/(KolamDots\.tsx|application-kolam\.ts))|vite\/preload-helper\.js/,
                  },
                  {
                    name: 'desk',
                    test: /\/src\/(dashboard|features\/[\w-]+\/desk)|node_modules\/(@tanstack|lucide-react)\//,
                    minShareCount: 3,
                    includeDependenciesRecursively: false,
                  },
                ],
              },
            },
          },
        },
      },
    },
  },
})
