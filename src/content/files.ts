import { formFile, formTypes } from '../shared/form-types.ts'

/** The texts of the files of content/, by path from the project's root. Astro's build, the server's bundle and the tests read them here. */
const yaml = import.meta.glob<string>('../../content/**/*.yaml', { query: '?raw', import: 'default', eager: true })
const markdown = import.meta.glob<string>('../../content/posts/*.md', { query: '?raw', import: 'default', eager: true })

export type Files = Readonly<Record<string, string>>

// The texts are for the build and the server. A script in a page gets what it needs as properties, not all of content/.
if (!import.meta.env.SSR) throw new Error('src/content/files.ts is in a script for the browser: pass what it needs as properties')

declare global {
  /** The files that a renderer was given, before it loads a module of content (src/site/renderer.ts). */
  var givenFiles: Files | undefined
  /** The time of its first render. */
  var givenTime: Date | undefined
}

const filesOf = (ending: string, built: Files): Files => {
  if (globalThis.givenFiles === undefined) return built
  return Object.fromEntries(Object.entries(globalThis.givenFiles).filter(([path]) => path.endsWith(ending)))
}

/** A form's file that says what could stand there. */
const unedited = '# What differs from the form in src/forms/definitions: words, order, options, own questions.\n{}\n'

/** The YAML files of the build. A form without a file has no edits. */
const builtYaml: Files = {
  ...Object.fromEntries(formTypes.map((type) => [`content/${formFile(type)}`, unedited])),
  ...fromRoot(yaml),
}

/** `content/…` and the text of every YAML file: of the build, or those that a renderer was given. */
export const yamlFiles: Files = filesOf('.yaml', builtYaml)

/** `content/posts/…` and the text of every post. */
export const postFiles: Files = filesOf('.md', fromRoot(markdown))

/** All files that the build has. */
export const builtFiles: Files = { ...yamlFiles, ...postFiles }

/** Files with what was edited at the desk over them. An edited text that is empty removes its file. */
export const mergeFiles = (built: Files, edited: Files): Files =>
  Object.fromEntries(Object.entries({ ...built, ...edited }).filter(([, text]) => text !== ''))

function fromRoot<Value>(modules: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(modules).map(([path, value]) => [path.replace('../../', ''), value]))
}
