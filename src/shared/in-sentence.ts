import { spoken } from './translate.ts'

/** A form's title within a sentence: `accelerator application`, but `Startup Studio application`, because that is a name. */
export const inSentence = (title: string): string =>
  spoken() !== undefined || /^\S+ [A-Z]/.test(title) ? title : title.slice(0, 1).toLowerCase() + title.slice(1)
