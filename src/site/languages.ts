import { files as content, languages } from '../content/content.ts'
import { yamlFiles } from '../content/files.ts'
import { aboutForm, type Language } from '../content/languages.ts'
import { pathIn } from '../languages/form.ts'
import { partsOf, servedForms, wordsOfForms } from '../languages/gaps.ts'
import { lacking } from '../languages/lacking.ts'
import { formPages } from '../languages/pages.ts'
import type { FormType } from '../shared/form-types.ts'
import { keyOf, type Spoken, speechOf, type Words } from '../shared/language.ts'
import { type Speech, speak, spoken } from '../shared/translate.ts'
import { forms } from './forms.ts'

const parts = partsOf(yamlFiles, content)

/** The texts of the pages with a form, by path. */
export const formPageTexts = formPages(content)

/** A language with the forms and the other pages that are whole in it. */
export interface ServedLanguage extends Language {
  readonly served: readonly FormType[]
  readonly pages: readonly string[]
  readonly speech: Speech
}

/** The languages that have a whole form. */
export const served: readonly ServedLanguage[] = languages
  .map((language) => ({
    ...language,
    served: servedForms(language, parts),
    pages: ['/apply', '/terms', '/privacy'].filter((path) => lacking(language, parts.pages[path] ?? []).length === 0),
  }))
  .filter(({ served }) => served.length > 0)
  .map((language) => ({ ...language, speech: speechOf(language) }))

/** What each language says about a form, by the path of its page. */
const aboutForms: ReadonlyMap<string, ServedLanguage> = new Map(
  served.flatMap((language) =>
    language.served.map((type) => {
      const about = aboutForm(language, type)
      return [pathIn(language.code, forms[type].path), about === language ? language : { ...about, speech: speechOf(about) }]
    }),
  ),
)

/** The language of a path, by its first word, and about the form of its page; undefined for a page in English. */
export const languageAt = (path: string): ServedLanguage | undefined =>
  aboutForms.get(path.replace(/\/submitted$/, '')) ??
  served.find(({ code }) => path === `/${code}` || path.startsWith(`/${code}/`))

/** The English path of a page in a language. */
export const englishPath = (path: string): string => {
  const language = languageAt(path)
  return language === undefined ? path : path.slice(language.code.length + 1) || '/'
}

/** The languages in which there is a page, by its English path. */
export const languagesFor = (path: string): readonly ServedLanguage[] =>
  served.filter((language) => language.pages.includes(path) || language.served.some((type) => forms[type].path === path))

/** The pages of features behind a private link: `/my/offer`. */
const ownPaths = Object.keys(import.meta.glob('../features/*/pages/my/**/*.astro')).map((file) =>
  file.replace(/^.*\/pages|\.astro$/g, ''),
)

/** Every path of the pages in other languages. */
export const languagePaths: readonly string[] = served.flatMap(({ code, served, pages }) =>
  [
    ...served.flatMap((type) => [forms[type].path, `${forms[type].path}/submitted`]),
    ...pages,
    ...['/my', ...ownPaths, '/refused', '/404'],
  ].map((path) => pathIn(code, path)),
)

/** The address of a page in the language of the page that links to it, if it is there in that; otherwise in English. */
export function linkIn(path: string): string {
  const [page = '', anchor] = path.split('#')
  const language = languagesFor(page).find(({ code }) => code === spoken())
  return language === undefined ? path : `${pathIn(language.code, page)}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Says what is rendered from now on in the language of a path. */
export const speakAt = (path: string): void => speak(languageAt(path)?.speech)

const formKeys = new Set(wordsOfForms.map(keyOf))

/** What the script of a form needs of a language. */
export const spokenInForms = ({ code, words }: Language): Spoken => ({
  code,
  words: Object.fromEntries(Object.entries(words).filter(([english]) => formKeys.has(keyOf(english)))) as Words,
})
