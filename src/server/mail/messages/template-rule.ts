/** The placeholders that a template may use, and those that it must use, such as the code of a passcode. */
export interface TemplateRule {
  readonly may: readonly string[]
  readonly must: readonly string[]
}

/** The placeholders of every template. */
export const commonPlaceholders = ['siteName', 'siteUrl'] as const
