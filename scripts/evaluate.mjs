import { isDeepStrictEqual } from 'node:util'
import { runnerImport } from 'vite'
import { root } from './runtime.mjs'

/** Modules whose exports are content. A server that starts reads their values as JSON, without a YAML parser and without checking them again. */
const modules = [/\/src\/content\/core\.ts$/, /\/src\/server\/mail\/messages\/wording-texts\.ts$/]

/**
 * A Vite plugin that evaluates `modules` during the build and puts the values of their exports in their place (docs/decisions/0002).
 * When the content has faults, a module stays as it is, because the build's `check` reports faults more clearly.
 */
export const evaluateContent = {
  name: 'evaluate-content',
  apply: 'build',
  load: {
    // With a filter, the bundler calls JavaScript for these modules only.
    filter: { id: modules },
    async handler(id) {
      const exports = await runnerImport(id, { root, configFile: false, logLevel: 'error' }).then(
        ({ module }) => Object.entries(module),
        () => undefined,
      )
      return exports?.map(([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(json(name, value))})`).join('\n')
    },
  },
}

/** @throws Error when the value is not the same after a way through JSON */
function json(name, value) {
  const text = JSON.stringify(value)
  if (!isDeepStrictEqual(JSON.parse(text), value)) throw new Error(`${name}: JSON cannot hold this value`)
  return text
}
