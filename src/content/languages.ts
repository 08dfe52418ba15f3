import type { z } from 'zod'
import type { FormType } from '../shared/form-types.ts'
import { namesIn, speechOf, type Translation, valuesOf, type Words } from '../shared/language.ts'
import type { Files } from './files.ts'
import { languageSchema, wordsSchema } from './schema/language.ts'
import type { Faults } from './yaml.ts'

/** A language of content/languages. */
export interface Language extends z.output<typeof languageSchema> {
  readonly code: string
  readonly words: Words
}

const filePattern = /^(?:content\/)?languages\/([a-z]{2,3}(?:-[A-Za-z]+)?)\/([a-z-]+)\.yaml$/

/** The language and the name of a file of content/languages; undefined for another file. */
export const languageFile = (path: string): { readonly code: string; readonly name: string } | undefined => {
  const [, code, name] = filePattern.exec(path) ?? []
  return code === undefined || name === undefined ? undefined : { code, name }
}

/** The schema of a file of content/languages; undefined for another file. */
export const languageSchemaOf = (path: string): z.ZodType | undefined => {
  const file = languageFile(path)
  return file && (file.name === 'language' ? languageSchema : wordsSchema)
}

/** The schemas of the files of the languages. */
export const languageSchemas = (files: Files): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(
    Object.keys(files).flatMap((path) => {
      const schema = languageSchemaOf(path)
      return schema === undefined ? [] : [[path.replace('content/', ''), schema]]
    }),
  )

/** The languages of read files. A glossary is for writers, and has no sentences. */
export function languagesOf(content: Readonly<Record<string, unknown>>): readonly Language[] {
  const words = new Map<string, Record<string, Translation>>()
  const heads = new Map<string, z.output<typeof languageSchema>>()
  for (const [path, value] of Object.entries(content)) {
    const file = languageFile(path)
    if (file === undefined || file.name === 'glossary') continue
    if (file.name === 'language') heads.set(file.code, value as z.output<typeof languageSchema>)
    else words.set(file.code, { ...words.get(file.code), ...(value as Words) })
  }
  const repeated = repeatedTexts(content)
  return [...heads].map(([code, head]) => ({ ...head, code, words: withRepeated(code, words.get(code) ?? {}, repeated) }))
}

/** A language with what it says about one form, such as of a message where others say `application`. The same one when it says nothing else of this form. */
export function aboutForm<Own extends Pick<Language, 'words'>>(language: Own, type: FormType): Own {
  const own = Object.entries(language.words).flatMap(([english, translation]) =>
    typeof translation !== 'string' && translation[type] ? [[english, translation[type]] as const] : [],
  )
  return own.length === 0 ? language : { ...language, words: { ...language.words, ...Object.fromEntries(own) } }
}

/** The texts that others take by a placeholder: facts, and the times of promises; longer ones first. */
function repeatedTexts(content: Readonly<Record<string, unknown>>): readonly string[] {
  const textsIn = (value: unknown): readonly string[] =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
  const { answers = {} } = (content['promises.yaml'] ?? {}) as { readonly answers?: Readonly<Record<string, { words: string }>> }
  return [...textsIn(content['facts.yaml']), ...Object.values(answers).map(({ words }) => words)].toSorted(
    (a, b) => b.length - a.length,
  )
}

/** The sentences of a language, in which what a placeholder has put there is said in that language too. */
function withRepeated(code: string, words: Words, repeated: readonly string[]): Words {
  const { translate } = speechOf({ code, words })
  const inLanguage = repeated
    .map((english) => [english, translate([english], [])] as const)
    .filter(([english, text]) => english !== text)
  return Object.fromEntries(
    Object.entries(words).map(([english, translation]) => {
      if (typeof translation !== 'string') return [english, translation]
      const filled = inLanguage.reduce((text, [from, to]) => (english === from ? text : text.replaceAll(from, to)), translation)
      return [english, withAmounts(words, filled)]
    }),
  )
}

/** The sentences whose values differ from those of the English one: each value stands in each text, and no other does. */
export const valueFaults = (file: string, words: Words): Faults =>
  Object.entries(words).flatMap(([english, translation]) => {
    const names = new Set(namesIn(english))
    return valuesOf(translation).flatMap((text) => {
      const used = new Set(namesIn(text))
      const lost = [...names].filter((name) => !used.has(name))
      const strange = [...used].filter((name) => !names.has(name))
      const sentence = JSON.stringify(english)
      return [
        ...lost.map((name) => `${file}: ${sentence} has {${name}}, and what is said in its place does not`),
        ...strange.map((name) => `${file}: ${sentence} has no {${name}}, and what is said in its place does`),
      ]
    })
  })

/** An amount in our currency, as a placeholder has put it there, such as `about ₹45 lakh`. */
const withAmounts = (words: Words, text: string): string =>
  text.replace(/(about )?([₹$€£][\d.,]+) (lakh|crore)/g, (match, about: string | undefined, sum: string, unit: string) => {
    const translation = words[`${about ?? ''}{sum} ${unit}`]
    return typeof translation === 'string' ? translation.replace('{sum}', sum) : match
  })
