declare module 'virtual:sentences' {
  /** The sentences that `translate` and `untranslated` have in the source, with `{…}` for each value: of the forms, and of everything else that an applicant meets (scripts/sentences.mjs). */
  export const ofForms: readonly string[]
  export const ofPages: readonly string[]
}
