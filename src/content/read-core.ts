import { type FormType, formFile, formTypes } from '../shared/form-types.ts'
import { exampleNotice } from './example-notice.ts'
import type { Files } from './files.ts'
import { languageSchemas, languagesOf } from './languages.ts'
import { exampleFiles, placeholderFiles } from './placeholders.ts'
import { coreSchemas, readFiles } from './read-files.ts'
import type { FormEditsContent } from './schema/form-edits.ts'

const read = (files: Files) => readFiles(files, { ...languageSchemas(files), ...coreSchemas })

type CoreContent = Extract<ReturnType<typeof read>, { readonly ok: true }>['value']

/**
 * The content that the server uses, from files by path.
 * @throws Error with a line for each fault
 */
export function coreOf(files: Files): Core {
  const content = read(files)
  if (!content.ok) throw new Error(`The content cannot be used:\n${content.fault.map((fault) => `  ${fault}`).join('\n')}`)
  return coreIn(content.value, files)
}

/** The content that the server uses, of what was read from these files. */
export function coreIn(content: CoreContent, files: Files) {
  const site = content['site.yaml']
  const forms = content as Readonly<Record<string, unknown>>
  return {
    /** Our name, address and links: the content of every page. */
    site,
    /** What several pages say, each once: the deal, the company, the day of the figures. */
    facts: content['facts.yaml'],
    /** The accelerator's cohorts, in the order of their start. */
    cohorts: content['cohorts.yaml'],
    /** When we answer applicants. */
    promises: content['promises.yaml'],
    /** The default rubric of every form. */
    rubrics: content['rubrics.yaml'],
    /** The saved replies of the desk. */
    replies: content['replies.yaml'],
    /** The languages in which forms can be filled in. */
    languages: languagesOf(content),
    /** What differs from the definitions of the forms, of those that were edited. */
    formEdits: Object.fromEntries(
      formTypes
        .map((type) => [type, forms[formFile(type)]] as const)
        .filter(([, edits]) => Object.keys(edits as object).length > 0),
    ) as Readonly<Partial<Record<FormType, FormEditsContent>>>,
    /** Who reads requests and complaints about personal data. */
    privacyPerson: content['pages/privacy.yaml'].person,
    /** The files that somebody has to complete. */
    placeholders: placeholderFiles(files),
    /** The privacy notice of every form. */
    notice: noticeOf(content['pages/privacy.yaml'].notice, site.email, files),
  }
}

/** The notice at the forms. One who fills in a form of a demonstration learns it there. */
const noticeOf = <Notice extends { readonly text: string }>(notice: Notice, email: string, files: Files) => ({
  ...notice,
  text: [...(exampleFiles(files).length > 0 ? [exampleNotice] : []), notice.text].join(' '),
  email,
})

export type Core = ReturnType<typeof coreIn>
