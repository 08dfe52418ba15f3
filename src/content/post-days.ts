import type { Files } from './files.ts'

/** The day of a post; undefined when its front matter has none. A server that starts needs no more of it. */
export const postDay = (text: string): string | undefined =>
  /^\ufeff?---\r?\n(?:(?!---).*\r?\n)*?date: *["']?(\d{4}-\d{2}-\d{2})/.exec(text)?.[1]

/** The days of the posts among files, each once. */
export const postDays = (files: Files): readonly string[] => [
  ...new Set(Object.entries(files).flatMap(([path, text]) => (path.endsWith('.md') ? (postDay(text) ?? []) : []))),
]
