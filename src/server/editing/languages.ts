import { parse } from 'yaml'
import type { FieldFault, FieldPath, FieldSchema, LanguageLoss } from '../../api/site-content.ts'
import { fillNamed, readNamed } from '../../content/facts.ts'
import type { Files } from '../../content/files.ts'
import { type Language, languageFile, languageSchemaOf, languagesOf } from '../../content/languages.ts'
import { loadContent } from '../../content/load.ts'
import { fillPromises } from '../../content/promises.ts'
import { readYaml } from '../../content/yaml.ts'
import { type Parts, partsOf, servedForms } from '../../languages/gaps.ts'
import { lacking } from '../../languages/lacking.ts'
import { type Missing, missingIn } from '../../languages/missing.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import { keyOf, type Translation, valuesOf } from '../../shared/language.ts'
import { unreadable } from './values.ts'

/** Where a document says something in English: as it is written, with its placeholders. */
export interface Source {
  readonly path: string
  readonly field: FieldPath
  readonly written: string
}

/** A language as some files have it. */
export interface Reading {
  readonly language: Language
  readonly parts: Parts
  readonly served: readonly FormType[]
  readonly missing: readonly (Missing & { readonly written: string; readonly source?: Source })[]
}

type Values = Readonly<Record<string, unknown>>

/** The values of a file of a language; none when it cannot be read. */
function valuesIn(path: string, text: string): Values {
  const schema = languageSchemaOf(path)
  const read = schema && unreadable(path, text) === undefined ? readYaml(path, text, schema) : undefined
  return read?.ok ? (read.value as Values) : {}
}

/** A value with its placeholders filled, those of its keys too. */
function filledIn(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return fill(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [fill(key), filledIn(inner, fill)]))
}

const isHead = (path: string): boolean => ['language', 'glossary'].includes(languageFile(path)?.name ?? '')

function* textsIn(value: unknown, field: FieldPath = []): Generator<readonly [text: string, field: FieldPath]> {
  if (typeof value === 'string') yield [value.trim(), field]
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) yield* textsIn(inner, [...field, Array.isArray(value) ? Number(key) : key])
}

/** The first place of each text, by the text with its values. */
function sourcesIn(files: Files, fill: (text: string) => string): ReadonlyMap<string, Source> {
  const places = Object.entries(files).flatMap(([path, text]) =>
    [...textsIn(parse(text))].map(([written, field]) => [keyOf(fill(written)), { path, field, written }] as const),
  )
  return new Map(places.toReversed())
}

type Readings = ReadonlyMap<string, Reading>

/** The last readings: the published files are read beside every draft of them, and a reading takes a quarter of a second. */
let recent: readonly { readonly files: Files; readonly readings: Readings }[] = []

const areSame = (files: Files, before: Files): boolean =>
  Object.keys(files).length === Object.keys(before).length && Object.entries(files).every(([path, text]) => before[path] === text)

/** The languages of files by code; empty when the English ones have faults, which keep a publish from happening. A sentence of a language may have some. */
export function readingsOf(files: Files): Readings {
  const readings = recent.find((each) => areSame(each.files, files))?.readings ?? readAgain(files)
  recent = [{ files, readings }, ...recent.filter((each) => each.readings !== readings)].slice(0, 3)
  return readings
}

function readAgain(all: Files): Readings {
  const yaml = Object.entries(all).filter(([path, text]) => path.endsWith('.yaml') && text !== '')
  const { own = [], english = [] } = Object.groupBy(yaml, ([path]) => (languageFile(path) ? 'own' : 'english'))
  const files = Object.fromEntries(english)
  const content = loadContent(files)
  const named = content.ok ? readNamed(files) : undefined
  if (!content.ok || named === undefined) return new Map()
  const fill = (text: string): string => fillPromises(fillNamed(text, named), content.value['promises.yaml'])
  const parts = partsOf(files, content.value)
  const filled = Object.fromEntries(own.map(([path, text]) => [path, filledIn(valuesIn(path, text), fill)]))
  const languages = languagesOf({ ...content.value, ...filled }).filter(({ forms }) => forms !== undefined)
  let sources: ReturnType<typeof sourcesIn> | undefined
  return new Map(
    languages.map((language) => {
      const { code } = language
      const texts = own.filter(([path]) => languageFile(path)?.code === code && !isHead(path))
      const sentences = texts.flatMap(([path, text]) =>
        Object.entries(valuesIn(path, text)).map(([written, each]) => {
          return { path, written, english: fill(written), translation: each as Translation }
        }),
      )
      const paths = texts.map(([path]) => path)
      const missing = missingIn(paths, sentences, code, parts).map((each) => {
        sources ??= sourcesIn(files, fill)
        const source = sources.get(keyOf(each.english))
        return { ...each, written: source?.written ?? each.english, ...(source && { source }) }
      })
      return [code, { language, parts, served: servedForms(language, parts), missing }]
    }),
  )
}

/** How many sentences are named of a language. */
const mostNamed = 10

/**
 * The forms that leave a language with a publish, and the sentences that it does not say yet. It is told before a publish, which it does not keep from happening:
 * the form is there in English meanwhile. With the files of the language it is refused (`languageGaps`).
 */
export function languageLosses(before: Files, after: Files, published: readonly string[]): readonly LanguageLoss[] {
  const earlier = readingsOf(before)
  return [...readingsOf(after)].flatMap(([code, { language, parts, served, missing }]) => {
    const lost = (earlier.get(code)?.served ?? []).filter((type) => !served.includes(type))
    if (lost.length === 0 || codesOf(published).has(code)) return []
    const texts = lacking(language, [...parts.shared, ...lost.flatMap((type) => parts.forms[type])])
    const sentences = missing.filter(({ english }) => texts.includes(english)).slice(0, mostNamed)
    return [
      {
        ...{ code, name: language.name, forms: lost, count: texts.length },
        sentences: sentences.map(({ written, path }) => ({ english: written, path })),
      },
    ]
  })
}

const codesOf = (paths: readonly string[]): ReadonlySet<string | undefined> =>
  new Set(paths.map((path) => languageFile(path)?.code))

/** The sentences without which a form that a language offers is not there in it, each at its field. */
const gapsOf = ({ language, parts, missing }: Reading): readonly FieldFault[] => {
  const { forms, name } = language
  if (forms.length === 0) return []
  const needed = new Set([...parts.shared, ...forms.flatMap((type) => parts.forms[type])])
  return missing
    .filter(({ english }) => needed.has(english))
    .map(({ written, path }) => ({
      ...{ path, field: [written] },
      message: `“${written}” is not said in ${name} yet.`,
    }))
}

/** Why files of a language cannot be published: the gaps of the forms that it offers. A publish of English files alone is not refused. */
export function languageGaps(files: Files, published: readonly string[]): readonly FieldFault[] {
  const codes = codesOf(published)
  if (!codes.size || (codes.size === 1 && codes.has(undefined))) return []
  return [...readingsOf(files)].flatMap(([code, reading]) => (codes.has(code) ? gapsOf(reading) : []))
}

const sentence = { type: 'string', format: 'sentence' } as const

/** The field of a sentence: a text, or one for each form that a number takes in the language, or for each of our forms that has a text of its own. */
function fieldOf(code: string, english: string, translation: Translation | undefined, was?: Missing['was']): FieldSchema {
  const shared = {
    title: english,
    ...(was && { description: `Before: “${was.written}” ${valuesOf(was.translation).join(' / ')}` }),
  }
  const written = translation ?? was?.translation ?? ''
  if (typeof written === 'string') return { ...sentence, ...shared }
  const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions()
  const keys = formTypes.some((type) => type in written) ? Object.keys(written) : pluralCategories
  return { ...shared, type: 'object', properties: Object.fromEntries(keys.map((each) => [each, sentence])) }
}

/** How the sentences of a language are edited: those that are missing first, each beside its English; with the gaps among them. Undefined for another file. */
export function sentencesOf(
  files: Files,
  path: string,
  value: unknown,
): { readonly schema: FieldSchema; readonly gaps: readonly FieldFault[] } | undefined {
  const file = languageFile(path)
  if (file === undefined || isHead(path)) return undefined
  const reading = readingsOf(files).get(file.code)
  const missing = reading?.missing.filter((each) => each.path === path) ?? []
  const translated = Object.entries((value ?? {}) as Readonly<Record<string, Translation>>)
  const fields = [
    ...missing.map(({ written, was }) => [written, fieldOf(file.code, written, undefined, was)] as const),
    ...translated.map(([english, each]) => [english, fieldOf(file.code, english, each)] as const),
  ]
  const groups = fields.flatMap(([english, { type }]) => (type === 'object' ? [english] : []))
  return {
    schema: { type: 'object', properties: Object.fromEntries(fields), required: groups },
    gaps: reading ? gapsOf(reading).filter((gap) => gap.path === path) : [],
  }
}
