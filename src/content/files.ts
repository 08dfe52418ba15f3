/** The texts of the files of content/, by path from the project's root. Astro's build, the server's bundle and the tests read them here. */
const yaml = import.meta.glob<string>('../../content/**/*.yaml', { query: '?raw', import: 'default', eager: true })
const markdown = import.meta.glob<string>('../../content/posts/*.md', { query: '?raw', import: 'default', eager: true })

export type Files = Readonly<Record<string, string>>

// The texts are for the build and the server. A script in a page gets what it needs as properties, not all of content/.
if (!import.meta.env.SSR) throw new Error('src/content/files.ts is in a script for the browser: pass what it needs as properties')

/** `content/…` and the text of every YAML file. */
export const yamlFiles: Files = fromRoot(yaml)

/** `content/posts/…` and the text of every post. */
export const postFiles: Files = fromRoot(markdown)

function fromRoot<Value>(modules: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(modules).map(([path, value]) => [path.replace('../../', ''), value]))
}
