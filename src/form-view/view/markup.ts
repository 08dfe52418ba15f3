import type { FormType } from '../../shared/form-types.ts'

/** The element ids of a form's parts; there is one form on a page. */
export const ids = {
  field: (name: string) => `field-${name}`,
  hint: (name: string) => `hint-${name}`,
  fault: (name: string) => `fault-${name}`,
  count: (name: string) => `count-${name}`,
  part: (index: number) => `part-${index + 1}`,
  summary: 'form-summary',
} as const

/**
 * The comments around the form of a built page, between which the server puts the form of a refused post.
 * The page holds `before(type) … after`, once.
 */
export const slot = {
  before: (type: FormType) => `<!--form-slot:${type}-->`,
  after: '<!--/form-slot-->',
} as const

/** In a built success page, in place of the reference; the server replaces it when a form was posted natively. */
export const referencePlaceholder = '{reference}'

/** In a built success page, where the server puts the private link of a form that was posted natively. */
export const keepLinkPlaceholder = '<p>{private link}</p>'
