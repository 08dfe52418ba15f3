import { adoptSite } from '../../content/adopt.ts'
import { cohortOptions, cohortOptionsAt } from '../../content/cohorts.ts'
import { cohorts, formEdits, languages, notice, postDays, promises, replies, rubrics, site } from '../../content/core.ts'
import { aboutForm, type Language } from '../../content/languages.ts'
import { promiseTexts } from '../../content/promises.ts'
import type { Core } from '../../content/read-core.ts'
import type { Cohort } from '../../content/schema/cohort.ts'
import type { Promises } from '../../content/schema/promises.ts'
import type { Reply } from '../../content/schema/replies.ts'
import type { Site as WhoWeAre } from '../../content/schema/site.ts'
import { allForms } from '../../forms/definitions/all.ts'
import { fieldOf } from '../../forms/fields/of-kind.ts'
import type { Form, Forms } from '../../forms/form.ts'
import { formIn } from '../../languages/form.ts'
import type { Rubric } from '../../shared/criterion.ts'
import { type FormType, formTypes } from '../../shared/form-types.ts'
import { speechOf } from '../../shared/language.ts'
import type { Speech } from '../../shared/translate.ts'
import { speaking } from '../http/speaking.ts'
import type { WordingTexts } from '../mail/messages/read-wording.ts'
import { translatedTexts } from '../mail/messages/translated-texts.ts'
import { type Wording, wordingOf } from '../mail/messages/wording.ts'
import { wordingTexts } from '../mail/messages/wording-texts.ts'

/**
 * The published content that the server needs. A publish replaces its parts in place (`replaceContent`): whoever uses it keeps no value that was read from it.
 */
export interface ServerContent {
  readonly site: WhoWeAre
  readonly forms: Forms
  /** The version of the privacy notice at the forms: a day. */
  readonly notice: string
  /** The default rubric of every form. */
  readonly rubrics: Readonly<Record<FormType, Rubric>>
  readonly wording: Wording
  readonly cohorts: readonly Cohort[]
  readonly replies: readonly Reply[]
  readonly promises: Promises
  /** The languages other than English. */
  readonly languages: readonly ServerLanguage[]
  /** The days on which posts appear. */
  readonly postDays: readonly string[]
}

const formsOf = ({ cohorts, promises, formEdits }: Pick<Core, 'cohorts' | 'promises' | 'formEdits'>): Forms =>
  allForms({ cohorts: cohortOptions(cohorts) }, promiseTexts(promises), formEdits)

/** A language in which forms can be filled in. */
interface ServerLanguage {
  readonly code: string
  /** Its name in its own words. */
  readonly name: string
  readonly speech: Speech
  /** How it speaks about each form. */
  readonly speeches: Readonly<Record<FormType, Speech>>
  readonly forms: Forms
  readonly wording: Wording
}

/** The language of a code, about a form if there is one; undefined for English, and for one that is not there any more. */
export function speechIn(
  { languages }: Pick<ServerContent, 'languages'>,
  code: string | undefined,
  about?: FormType,
): Speech | undefined {
  const language = languages.find((each) => each.code === code)
  return about === undefined ? language?.speech : language?.speeches[about]
}

/** A language with the forms and the letters in it. A letter that is not whole stays English. */
function languageOf(
  language: Language,
  core: Pick<Core, 'cohorts' | 'promises' | 'formEdits'>,
  texts: WordingTexts,
): ServerLanguage {
  const speech = speechOf(language)
  const forms = speaking(speech, () => formsOf(core))
  const speechAbout = (type: FormType): Speech => {
    const own = aboutForm(language, type)
    return own === language ? speech : speechOf(own)
  }
  const speeches = Object.fromEntries(formTypes.map((type) => [type, speechAbout(type)])) as Record<FormType, Speech>
  return {
    code: language.code,
    name: language.name,
    speech,
    speeches,
    forms: Object.fromEntries(formTypes.map((type) => [type, formIn(forms[type], speeches[type])])) as unknown as Forms,
    wording: wordingOf(translatedTexts(texts, language)),
  }
}

/** Every form, with the choices and promises of the build, and with its zone. */
export function loadForms(): Forms {
  adoptSite(site)
  return formsOf({ cohorts, promises, formEdits })
}

/** The accelerator's form as its page shows it at a given time: the order and the labels of the cohorts depend on the time. */
export function acceleratorAt(
  now: Date,
  { cohorts, forms: { Accelerator: form } }: Pick<ServerContent, 'cohorts' | 'forms'>,
): Form {
  const { cohortPreference: field } = form.fields
  const options = cohortOptionsAt(cohorts, now)
  return field === undefined ? form : { ...form, fields: { ...form.fields, cohortPreference: fieldOf({ ...field, options }) } }
}

/** The wording of all letters. */
export const wording = wordingOf(wordingTexts)

/** The content that the server needs, of `core` and the texts of the letters. It also adopts the site. */
export const contentOf = (
  core: Omit<Core, 'privacyPerson' | 'facts' | 'placeholders'> & Pick<ServerContent, 'postDays'>,
  texts: WordingTexts,
): ServerContent => {
  // The labels of cohorts have dates.
  adoptSite(core.site)
  return {
    site: core.site,
    forms: formsOf(core),
    notice: core.notice.version,
    rubrics: { ...core.rubrics },
    wording: wordingOf(texts),
    cohorts: [...core.cohorts],
    replies: [...core.replies],
    postDays: [...core.postDays],
    promises: { ...core.promises },
    languages: core.languages.map((language) => languageOf(language, core, texts)),
  }
}

/** The content of the build that the server needs. */
export const builtContent = (): ServerContent =>
  contentOf({ site, cohorts, formEdits, promises, replies, rubrics, notice, postDays, languages }, wordingTexts)

/** Replaces the content of a running server, each part in place: the features keep the parts, and read them when they use them. */
export function replaceContent(content: ServerContent, next: ServerContent): void {
  for (const part of ['forms', 'rubrics', 'wording', 'promises'] as const) {
    for (const key of Object.keys(content[part])) if (!(key in next[part])) Reflect.deleteProperty(content[part], key)
    Object.assign(content[part], next[part])
  }
  for (const part of ['cohorts', 'replies', 'postDays', 'languages'] as const) {
    const list = content[part] as unknown[]
    list.splice(0, list.length, ...next[part])
  }
  Object.assign(content, { site: next.site, notice: next.notice })
}
