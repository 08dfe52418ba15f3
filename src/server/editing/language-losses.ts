import type { LanguageLoss } from '../../api/site-content.ts'
import type { Files } from '../../content/files.ts'
import { type Language, languagesOf } from '../../content/languages.ts'
import { loadContent } from '../../content/load.ts'
import { type Parts, partsOf, servedForms } from '../../languages/gaps.ts'
import { lacking } from '../../languages/lacking.ts'
import type { FormType } from '../../shared/form-types.ts'

interface Reading {
  readonly language: Language
  readonly parts: Parts
  readonly served: readonly FormType[]
}

/** The languages of files by code, each with the forms that it serves; empty for files with faults, which keep a publish from happening. */
function readingsOf(all: Files): ReadonlyMap<string, Reading> {
  const files = Object.fromEntries(Object.entries(all).filter(([path]) => path.endsWith('.yaml')))
  const content = loadContent(files)
  if (!content.ok) return new Map()
  const parts = partsOf(files, content.value)
  return new Map(
    languagesOf(content.value).map((language) => [language.code, { language, parts, served: servedForms(language, parts) }]),
  )
}

/** How many sentences are named of a language. */
const mostNamed = 10

/**
 * The forms that leave a language with a publish, and the sentences that it does not say yet. It is told before a publish, which it does not keep from happening:
 * the form is there in English meanwhile.
 */
export function languageLosses(before: Files, after: Files): readonly LanguageLoss[] {
  const earlier = readingsOf(before)
  return [...readingsOf(after)].flatMap(([code, { language, parts, served }]) => {
    const lost = (earlier.get(code)?.served ?? []).filter((type) => !served.includes(type))
    if (lost.length === 0) return []
    const sentences = lacking(language, [...parts.shared, ...lost.flatMap((type) => parts.forms[type])])
    return [{ code, name: language.name, forms: lost, count: sentences.length, sentences: sentences.slice(0, mostNamed) }]
  })
}
