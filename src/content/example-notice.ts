import { translate, untranslated } from '../shared/translate.ts'

/** What one who fills in a form of a demonstration reads first. */
export const exampleNotice = untranslated`This is an example site: nobody reads what you send.`

/** The notice at the forms in the language that is spoken. */
export const translatedNotice = (text: string): string =>
  text.startsWith(exampleNotice)
    ? `${translate(exampleNotice)} ${translate(text.slice(exampleNotice.length + 1))}`
    : translate(text)
